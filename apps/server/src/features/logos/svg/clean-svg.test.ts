import { describe, expect, it } from 'vitest';
import { cleanSvg } from './clean-svg.ts';

const XMLNS = 'xmlns="http://www.w3.org/2000/svg"';
const XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
const DOT = '<circle r="1"/>';
const CLEAN_DOT = `<svg ${XMLNS}><circle r="1"/></svg>`;

function svg(content: string): string {
  return `<svg ${XMLNS} ${XLINK}>${content}${DOT}</svg>`;
}

function clean(text: string): string | null {
  return cleanSvg(Buffer.from(text));
}

/** Each of these leaves nothing of itself behind: the picture is the harmless circle beside it. */
const DROPPED: readonly (readonly [string, string])[] = [
  ['script', svg('<script>alert(1)</script>')],
  ['script from elsewhere', svg('<script href="https://evil.example/x.js"/>')],
  ['script under another prefix', svg(`<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>`)],
  ['script of XHTML', svg('<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>')],
  ['script in CDATA', svg('<script><![CDATA[alert(1)]]></script>')],
  [
    'foreign content',
    svg(
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="//evil"/></body></foreignObject>',
    ),
  ],
  ['a frame', svg('<iframe src="javascript:alert(1)"/>')],
  ['an embedded object', svg('<object data="data:text/html,x"/><embed src="x.swf"/>')],
  ['XHTML with a handler', svg('<img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="alert(1)"/>')],
  ['animation of an address', svg('<animate attributeName="href" values="javascript:alert(1)"/>')],
  ['set', svg('<set attributeName="onmouseover" to="alert(1)"/>')],
  ['animated motion', svg('<animateMotion path="M0 0"/><animateTransform/>')],
  ['discard', svg('<discard begin="0s"/>')],
  [
    'an event listener',
    svg('<handler xmlns="http://www.w3.org/2001/xml-events" type="application/ecmascript">x</handler>'),
  ],
  ['a filter that loads', svg('<feImage href="https://evil.example/a.png"/>')],
  ['a cursor', svg('<cursor href="https://evil.example/a.cur"/>')],
  [
    'a font from elsewhere',
    svg('<font-face><font-face-src><font-face-uri href="https://evil.example"/></font-face-src></font-face>'),
  ],
  [
    'metadata of editors',
    svg('<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata>'),
  ],
  ['a processing instruction', `<?xml-stylesheet href="https://evil.example/x.css"?>${svg('')}`],
  ['a comment', svg('<!-- <script>alert(1)</script> -->')],
  [
    'an outer document type',
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${svg('')}`,
  ],
  ['another declared encoding', `<?xml version="1.0" encoding="UTF-7"?>${svg('')}`],
  ['unknown elements', svg('<unknown><circle r="9"/></unknown>')],
];

/** Attributes that do not survive on a circle. */
const DROPPED_ATTRIBUTES: readonly (readonly [string, string])[] = [
  ['a handler', 'onload="alert(1)"'],
  ['a handler in capitals', 'ONLOAD="alert(1)"'],
  ['a handler of animation', 'onbegin="alert(1)"'],
  ['a handler of XML events', 'xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load"'],
  ['an address', 'href="javascript:alert(1)"'],
  ['an address of xlink', 'xlink:href="javascript:alert(1)"'],
  [
    'an address of xlink under another prefix',
    'xmlns:y="http://www.w3.org/1999/xlink" y:href="https://evil.example"',
  ],
  ['a base', 'xml:base="https://evil.example/"'],
  ['a source', 'src="https://evil.example/a.png"'],
  ['a paint from elsewhere', 'fill="url(https://evil.example/a.svg#p)"'],
  ['a paint from elsewhere, in capitals', 'fill="URL(HTTPS://evil.example)"'],
  ['a paint from elsewhere, without scheme', 'fill="url(//evil.example/a)"'],
  ['a paint from elsewhere, relative', 'fill="url(a.svg#p)"'],
  ['a paint as data', 'fill="url(data:image/svg+xml;base64,PHN2Zz4=)"'],
  ['a quoted paint', `fill="url('https://evil.example')"`],
  ['an escaped paint', 'fill="\\75 rl(https://evil.example)"'],
  ['a paint written by references', 'fill="&#117;&#114;&#108;(https://evil.example)"'],
  ['a mask from elsewhere', 'mask="url(https://evil.example#m)"'],
  ['a filter from elsewhere', 'filter="url(https://evil.example#f)"'],
  ['style with an address', 'style="background:url(https://evil.example)"'],
  ['style with an address after a local one', 'style="fill:url(#a);mask:url(https://evil.example)"'],
  ['style hidden between comments in strings', `style="a:'/*';fill:url(https://evil.example);b:'*/'"`],
  ['style with an image set', `style="background:image-set('https://evil.example' 1x)"`],
  ['style with an expression', 'style="width:expression(alert(1))"'],
  ['style with a binding', 'style="-moz-binding:url(https://evil.example#x)"'],
  ['style with an escape', 'style="fill:u\\rl(https://evil.example)"'],
  ['an unfinished local paint', 'fill="url(#a"'],
];

const REFUSED: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['text', 'hello'],
  ['HTML', '<!doctype html><html><body/></html>'],
  ['another root', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
  ['a root without its namespace', '<svg><circle r="1"/></svg>'],
  ['a root of another namespace', '<svg xmlns="http://www.w3.org/1999/xhtml"><circle r="1"/></svg>'],
  ['entities of its own', `<!DOCTYPE svg [<!ENTITY a "aaa">]>${svg('<text>&a;</text>')}`],
  [
    'a billion laughs',
    `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>${svg('<text>&b;</text>')}`,
  ],
  ['an outer entity', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`],
  ['a parameter entity', `<!DOCTYPE svg [<!ENTITY % p SYSTEM "https://evil.example/x.dtd"> %p;]>${svg('')}`],
  ['an undefined entity', svg('<text>&nbsp;</text>')],
  ['a tag that is not closed', `<svg ${XMLNS}><circle r="1">`],
  ['two roots', `${CLEAN_DOT}${CLEAN_DOT}`],
  ['an attribute given twice', `<svg ${XMLNS}><circle r="1" r="2"/></svg>`],
  ['an unbound prefix', `<svg ${XMLNS}><a:b/><circle r="1"/></svg>`],
  ['nothing drawn', `<svg ${XMLNS}><g/></svg>`],
  ['nothing drawn after cleaning', `<svg ${XMLNS}><script>alert(1)</script></svg>`],
  ['too deep', `<svg ${XMLNS}>${'<g>'.repeat(100)}${DOT}${'</g>'.repeat(100)}</svg>`],
  ['too many elements', `<svg ${XMLNS}>${DOT.repeat(10_001)}</svg>`],
  [
    'too many attributes',
    `<svg ${XMLNS}><circle ${Array.from({ length: 101 }, (_, i) => `a${i}=""`).join(' ')}/></svg>`,
  ],
  ['uses that go round', svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')],
  ['a use of what holds it', svg('<g id="a"><use href="#a"/></g>')],
  ['uses that multiply', svg(multiplyingUses())],
];

describe('what could do harm is dropped', () => {
  it.each(DROPPED)('%s', (_name, text) => {
    expect(clean(text)).toBe(CLEAN_DOT);
  });

  it.each(DROPPED_ATTRIBUTES)('%s', (_name, attribute) => {
    expect(clean(`<svg ${XMLNS} ${XLINK}><circle r="1" ${attribute}/></svg>`)).toBe(CLEAN_DOT);
  });

  it.each([
    ['@import "https://evil.example/x.css";'],
    ['@font-face{font-family:a;src:url(https://evil.example)}'],
    ['circle{fill:url(https://evil.example)}'],
    ['circle{fill:u\\72l(https://evil.example)}'],
    ['circle{background:image-set("https://evil.example" 1x)}'],
    ['</style><script>alert(1)</script>'],
  ])('a style sheet with %s', (css) => {
    expect(clean(svg(`<style><![CDATA[${css}]]></style>`))).toBe(
      `<svg ${XMLNS}><style/><circle r="1"/></svg>`,
    );
  });

  it.each([
    ['https://evil.example/a.png'],
    ['//evil.example/a.png'],
    ['a.png'],
    ['javascript:alert(1)'],
    ['data:text/html,<script>'],
    ['data:image/svg+xml;base64,PHN2Zz4='],
    ['data:image/png,raw'],
  ])('the address of a picture inside: %s', (address) => {
    const text = svg(`<image width="1" href="${address.replaceAll('<', '&lt;')}"/>`);
    expect(clean(text)).toBe(`<svg ${XMLNS}><image width="1"/><circle r="1"/></svg>`);
  });

  it('the address of a use outside', () => {
    expect(clean(svg('<use href="https://evil.example/a.svg#x"/><use xlink:href="a.svg#x"/>'))).toBe(
      `<svg ${XMLNS}><use/><use/><circle r="1"/></svg>`,
    );
  });

  it('a link, but not what it holds', () => {
    expect(clean(`<svg ${XMLNS}><a href="javascript:alert(1)">${DOT}</a></svg>`)).toBe(CLEAN_DOT);
  });
});

describe('what is no picture is refused', () => {
  it.each(REFUSED)('%s', (_name, text) => {
    expect(clean(text)).toBeNull();
  });

  it('bytes that are not UTF-8', () => {
    expect(cleanSvg(Buffer.from(CLEAN_DOT, 'utf16le'))).toBeNull();
    expect(cleanSvg(Buffer.concat([Buffer.from(CLEAN_DOT), Buffer.from([0xff])]))).toBeNull();
  });

  it.each([
    ['elements', `<svg ${XMLNS}>${'<g a="1"/>'.repeat(100_000)}`],
    ['depth', '<g>'.repeat(340_000)],
    ['attributes', `<svg ${Array.from({ length: 100_000 }, (_, i) => `a${i}=""`).join(' ')}/>`],
    ['declarations of namespaces', Array.from({ length: 20_000 }, (_, i) => `<g xmlns:a${i}="b">`).join('')],
  ])('a mebibyte of %s, quickly', (_name, text) => {
    const startedAt = performance.now();
    expect(clean(text)).toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });

  it.each([
    ['a path without a blank', `<path d="${'z'.repeat(100_000)}"/>`],
    ['a style without a blank', `<style>${'z'.repeat(100_000)}</style>`],
    ['blanks in a picture', `<image href="data:image/png;base64,A${' '.repeat(100_000)}!"/>`],
    ['padding of a picture', `<image href="data:image/png;base64,${'A='.repeat(50_000)}!"/>`],
  ])('%s, however long, takes no longer', (_name, content) => {
    const startedAt = performance.now();
    expect(clean(svg(content))).toContain(DOT);
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});

describe('what a logo needs stays', () => {
  it('shapes, gradients, clips, filters, text and styles', () => {
    const content = [
      '<title>관제</title>',
      '<defs><linearGradient id="g" x1="0" gradientTransform="rotate(45)"><stop offset="0" stop-color="#fff"/></linearGradient>',
      '<clipPath id="c"><path d="M0 0h1v1z"/></clipPath>',
      '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter></defs>',
      '<style>.a{fill:url(#g);stroke:rgb(1,2,3)}</style>',
      '<g class="a" clip-path="url(#c)" filter="url(&quot;#f&quot;)" transform="translate(1 2)">',
      '<text x="1" font-family="\'Pretendard\', sans-serif" style="font-size:12px">A &amp; B &lt; C</text></g>',
      '<use href="#g"/>',
    ].join('');
    expect(clean(`<svg ${XMLNS} viewBox="0 0 1 1">${content}</svg>`)).toBe(
      `<svg ${XMLNS} viewBox="0 0 1 1">${content}</svg>`,
    );
  });

  it('references of xlink, as plain ones', () => {
    expect(clean(svg('<g id="a"/><use xlink:href="#a"/>'))).toBe(
      `<svg ${XMLNS}><g id="a"/><use href="#a"/><circle r="1"/></svg>`,
    );
  });

  it('elements under a prefix', () => {
    expect(clean('<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:circle r="1"/></s:svg>')).toBe(CLEAN_DOT);
  });

  it('a picture inside, as data', () => {
    const image = '<image href="data:image/png;base64,iVBORw0KGgo="/>';
    expect(clean(svg(image))).toBe(`<svg ${XMLNS}>${image}<circle r="1"/></svg>`);
  });

  it('a byte order mark does not disturb', () => {
    expect(clean(`\ufeff${CLEAN_DOT}`)).toBe(CLEAN_DOT);
  });

  it('what is clean stays the same when cleaned again', () => {
    for (const [name, text] of DROPPED) expect(clean(clean(text) ?? ''), name).toBe(CLEAN_DOT);
  });
});

/** Five levels of ten: a hundred thousand circles in a few lines. */
function multiplyingUses(): string {
  const levels = Array.from({ length: 5 }, (_, i) => {
    const below = i === 0 ? DOT.repeat(10) : `<use href="#l${i - 1}"/>`.repeat(10);
    return `<g id="l${i}">${below}</g>`;
  });
  return `<defs>${levels.join('')}</defs><use href="#l4"/>`;
}
