/* What JupyterLab and Notebook 7 leave out of a notebook's page.

Pictures say what they show, to those who do not see them: neither takes words for a picture from its output, so
the words of the cell's metadata, "alt", are put there. A fold keeps the distance of a paragraph from what is
below it. It is written as a browser reads it: there is nothing to build. */

const ELSE = 'A picture, drawn by the code of this cell.';
const FOLD = '.jp-RenderedMarkdown details:not(:last-child) { margin-bottom: 1em; }';
let shared;

function describe(panel) {
  for (const image of panel.node.querySelectorAll('.jp-RenderedImage img:not([alt])')) {
    const cell = panel.content.widgets.find(widget => widget.node.contains(image));
    image.alt = cell?.model.getMetadata('alt') ?? ELSE;
  }
}

function watch(_, panel) {
  const watcher = new MutationObserver(() => describe(panel));
  watcher.observe(panel.node, { childList: true, subtree: true });
  panel.disposed.connect(() => watcher.disconnect());
}

/* What JupyterLab's loader of extensions asks of one: init with what is shared, then get. */
window._JUPYTERLAB ??= {};
window._JUPYTERLAB['mlcore-alt'] = {
  init: scope => { shared = scope; },
  get: async () => {
    const [version] = Object.values(shared['@jupyterlab/notebook']);
    const { INotebookTracker } = (await version.get())();
    const plugin = {
      id: 'mlcore-alt:plugin',
      description: 'Pictures say what they show; folds keep their distance.',
      autoStart: true,
      requires: [INotebookTracker],
      activate: (_, tracker) => {
        document.head.append(Object.assign(document.createElement('style'), { textContent: FOLD }));
        tracker.widgetAdded.connect(watch);
      },
    };
    return () => ({ __esModule: true, default: plugin });
  },
};
