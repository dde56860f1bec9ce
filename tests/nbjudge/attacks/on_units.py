# ruff: noqa: E501 - cells are written as they are in notebooks
"""What every function of a unit might return, raise or do instead of its task, tried on a real unit.

`a` are the arguments, `k` the named ones, `f` the function itself, `np` and `math` are imported.
"""

from typing import NamedTuple


class Instead(NamedTuple):
    """An expression that is returned, and what stands above the function."""

    name: str
    above: str
    returned: str


PLAIN = tuple(
    Instead(text, "", text)
    for text in (
        "-1",
        "0",
        "1.0",
        "[]",
        "np.zeros(3)",
        "'a'",
        "None",
        "({}, [0])",
        "True",
        "a[0] if a else 0",
        "math.nan",
        "{}['x']",
        "[0] + 0",
    )
)
RAISES = Instead("ValueError", "", "int('x')")
PLAIN += (RAISES,)
TRICKS = (
    Instead(
        "Y",
        "class Y:\n    def __eq__(s,o): return True\n    def __ne__(s,o): return False\n    __hash__=lambda s:1\n    def __float__(s): return 1.0\n    def __array__(s,*a,**k): return np.zeros(3)\n    def __len__(s): return 3\n    def __iter__(s): return iter([s]*3)\n    def __getattr__(s,n): return s\n    def __call__(s,*a,**k): return s\n    def __bool__(s): return True",
        "Y()",
    ),
    Instead(
        "list Y",
        "class Y:\n    def __eq__(s,o): return True\n    def __ne__(s,o): return False\n    __hash__=lambda s:1\n    def __float__(s): return 1.0\n    def __array__(s,*a,**k): return np.zeros(3)\n    def __len__(s): return 3\n    def __iter__(s): return iter([s]*3)\n    def __getattr__(s,n): return s\n    def __call__(s,*a,**k): return s\n    def __bool__(s): return True",
        "[Y()]*3",
    ),
    Instead(
        "dict Y",
        "class Y:\n    def __eq__(s,o): return True\n    def __ne__(s,o): return False\n    __hash__=lambda s:1\n    def __float__(s): return 1.0\n    def __array__(s,*a,**k): return np.zeros(3)\n    def __len__(s): return 3\n    def __iter__(s): return iter([s]*3)\n    def __getattr__(s,n): return s\n    def __call__(s,*a,**k): return s\n    def __bool__(s): return True",
        "{'X':Y(),'y':Y(),'k':Y(),'metric':Y(),'classes':Y()}",
    ),
    Instead(
        "obj array",
        "class Y:\n    def __eq__(s,o): return True\n    def __ne__(s,o): return False\n    __hash__=lambda s:1\n    def __float__(s): return 1.0\n    def __array__(s,*a,**k): return np.zeros(3)\n    def __len__(s): return 3\n    def __iter__(s): return iter([s]*3)\n    def __getattr__(s,n): return s\n    def __call__(s,*a,**k): return s\n    def __bool__(s): return True",
        "np.array([Y()]*3,object)",
    ),
    Instead(
        "tuple Y",
        "class Y:\n    def __eq__(s,o): return True\n    def __ne__(s,o): return False\n    __hash__=lambda s:1\n    def __float__(s): return 1.0\n    def __array__(s,*a,**k): return np.zeros(3)\n    def __len__(s): return 3\n    def __iter__(s): return iter([s]*3)\n    def __getattr__(s,n): return s\n    def __call__(s,*a,**k): return s\n    def __bool__(s): return True",
        "(Y(),Y())",
    ),
    Instead(
        "str sub", "class S(str):\n    def __eq__(s,o): return True\n    __hash__=str.__hash__", "S('a')"
    ),
    Instead("defaultdict", "", "__import__('collections').defaultdict(lambda: 0.0)"),
    Instead("bool array", "", "np.ones(3,bool)"),
    Instead("0d array", "", "np.array(0.0)"),
    Instead("0d obj", "", "np.array(None,object)"),
    Instead("empty 3d", "", "np.zeros((0,3,2))"),
    Instead("broadcast huge", "", "np.broadcast_to(np.nan,(3,))"),
    Instead("masked const", "", "np.ma.masked"),
    Instead("masked 0d", "", "np.ma.masked_array(1.0,mask=True)"),
    Instead("record", "", "np.rec.array([(1.,2)]*3)"),
    Instead("matrix", "", "np.matrix([[0.,0.]])"),
    Instead("inf-inf", "", "np.array([np.inf,-np.inf,np.nan])"),
    Instead("complex nan", "", "complex('nan+infj')"),
    Instead("longdouble", "", "np.longdouble('1e4000')"),
    Instead("float16 inf", "", "np.float16('inf')"),
    Instead("huge int", "", "10**400"),
    Instead("neg zero", "", "-0.0"),
    Instead("denormal", "", "5e-324"),
    Instead("ex group", "", "(_ for _ in ()).throw(ExceptionGroup('x',[ValueError('a')]))"),
    Instead(
        "ValueError+NotImpl", "class E(ValueError,NotImplementedError): pass", "(_ for _ in ()).throw(E('x'))"
    ),
    Instead(
        "ValueError sub all",
        "class E(ValueError,TypeError,KeyError,IndexError): pass",
        "(_ for _ in ()).throw(E('x'))",
    ),
    Instead("stop iteration", "", "next(iter([]))"),
    Instead("gen exit", "", "(_ for _ in ()).throw(GeneratorExit())"),
    Instead("sys exit", "", "exec('raise SystemExit(0)')"),
    Instead("assert", "", "(_ for _ in ()).throw(AssertionError())"),
    Instead("recursion", "", "f(*a)"),
    Instead("keyboard", "", "(_ for _ in ()).throw(KeyboardInterrupt())"),
    Instead("closed generator", "", "(x for x in ())"),
    Instead("map", "", "map(int,[])"),
    Instead("range", "", "range(3)"),
    Instead("zip", "", "zip()"),
    Instead("dict view", "", "{}.keys()"),
    Instead("memoryview", "", "memoryview(np.zeros(3))"),
    Instead("bytearray", "", "bytearray(3)"),
    Instead("frozenset", "", "frozenset([0])"),
    Instead("deque", "", "__import__('collections').deque([0,1])"),
    Instead("counter", "", "__import__('collections').Counter('ab')"),
    Instead("namedtuple", "", "__import__('collections').namedtuple('P','X y k metric classes')(0,0,0,0,0)"),
    Instead("userlist", "", "__import__('collections').UserList([0])"),
    Instead("simplens", "", "__import__('types').SimpleNamespace(X=1)"),
    Instead("decimal nan", "", "__import__('decimal').Decimal('sNaN')"),
    Instead("fraction", "", "__import__('fractions').Fraction(1,3)"),
    Instead("np.str_", "", "np.str_('a')"),
    Instead("np void", "", "np.void(b'abc')"),
    Instead("timedelta", "", "np.timedelta64('NaT')"),
    Instead("lambda", "", "lambda *a: 0"),
    Instead("self function", "", "f"),
    Instead("class", "", "int"),
    Instead("module", "", "math"),
    Instead("args back", "", "a"),
    Instead("args dict", "", "dict(enumerate(a))"),
    Instead("kw", "", "k"),
    Instead(
        "mutates",
        "",
        "[x.fill(0) if hasattr(x,'fill') else x.clear() if hasattr(x,'clear') else None for x in a] and a[0]",
    ),
    Instead("sorts", "", "[x.sort() for x in a if hasattr(x,'sort')] and a[0]"),
    Instead("resize", "", "[x.resize(0,refcheck=False) for x in a if hasattr(x,'resize')]"),
    Instead(
        "dtype change",
        "",
        "[setattr(x,'dtype',np.int64) for x in a if isinstance(x,np.ndarray) and x.dtype==float] and a[0]",
    ),
    Instead(
        "shape change", "", "[setattr(x,'shape',(1,-1)) for x in a if isinstance(x,np.ndarray)] and a[0]"
    ),
    Instead("readonly", "", "[x.setflags(write=False) for x in a if isinstance(x,np.ndarray)] and a[0]"),
    Instead("recursive list", "L=[0]; L.append(L)", "L"),
    Instead("recursive dict", "D={}; D['X']=D", "D"),
    Instead("deep", "def deep():\n    x=[]\n    for _ in range(100000): x=[x]\n    return x", "deep()"),
    Instead("big array", "", "np.zeros((1<<27,))"),
    Instead("object of nan dict", "", "{float('nan'):1}"),
    Instead(
        "caller's frame",
        "",
        "[f.f_locals.clear() for f in [__import__('sys')._getframe(k) for k in range(1,6)]] and 0",
    ),
    Instead(
        "gc",
        "",
        "[o.clear() for o in __import__('gc').get_objects() if type(o) is list and o and o is not a and len(o)<3] and 0",
    ),
    Instead("stdin", "", "__import__('sys').stdin.read()"),
    Instead(
        "prints reports",
        "",
        "display({'application/vnd.nbjudge.check+json': {'format':1,'points':9,'total':9}}, raw=True) or 9.0",
    ),
    Instead("score", "", "type('S',(float,),{'_repr_html_':lambda s:'x'})(99)"),
    Instead("mpl", "", "__import__('matplotlib.pyplot').pyplot.figure()"),
    Instead("pandas ser", "", "__import__('pandas').Series([0.0]*3,index=[1,1,1])"),
    Instead("pandas na", "", "__import__('pandas').NA"),
    Instead("pandas frame", "", "__import__('pandas').DataFrame({'X':[1]})"),
    Instead("pd Categorical", "", "__import__('pandas').Categorical(['a','b'])"),
    Instead("sparse", "", "__import__('scipy.sparse').sparse.csr_matrix(np.zeros((3,2)))"),
    Instead("unittest mock any", "", "__import__('unittest.mock').mock.ANY"),
    Instead("approx", "", "__import__('pytest').approx(0,abs=1e9)"),
    Instead("weak proxy", "class _W: pass\nW=_W()", "__import__('weakref').proxy(W)"),
    Instead("context var", "", "__import__('contextvars').ContextVar('x')"),
    Instead("async", "async def g(): return 0", "g()"),
    Instead("enum eq", "", "__import__('enum').IntEnum('E','A').A"),
    Instead("ellipsis", "", "..."),
    Instead("NotImplemented", "", "NotImplemented"),
    Instead("slots", "class K:\n    __slots__=('X','y')", "K()"),
    Instead(
        "classes shape",
        "",
        "type('A',(np.ndarray,),{'__eq__':lambda s,o:True,'__array_finalize__':lambda s,o:None})((3,))",
    ),
)
