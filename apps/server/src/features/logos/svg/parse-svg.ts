import { SaxesParser, type SaxesTagNS } from 'saxes';
import { ALLOWED_ATTRIBUTES, ALLOWED_ELEMENTS, UNWRAPPED_ELEMENTS } from './allowed.ts';
import { isHarmlessCss } from './harmless-css.ts';

export interface SvgElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: (SvgElement | string)[];
}

export class NotAnSvg extends Error {
  override readonly name = 'NotAnSvg';
}

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
const XML = 'http://www.w3.org/XML/1998/namespace';

const MAX_ELEMENTS = 10_000;
const MAX_DEPTH = 64;
const MAX_ATTRIBUTES_OF_ELEMENT = 100;

const LOCAL_REFERENCE = /^#[\w.:-]{1,200}$/;
/** One class to the end: a second one for the padding would be tried at every blank of a long run of them. */
const EMBEDDED_PICTURE = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/=\s]+$/;

/**
 * Reads strict XML and keeps what is allowed. Entities of the document's own do not exist for the parser, so nothing
 * can multiply; depth and count are bounded while reading. What is not well formed throws.
 */
export function parseSvg(text: string): SvgElement {
  const parser = new SaxesParser({ xmlns: true });
  /** One entry an open tag: where its children go, or null inside something dropped. */
  const open: ({ readonly children: SvgElement['children'] } | null)[] = [{ children: [] }];
  const [document] = open;
  let elementCnt = 0;
  let attributeCnt = 0;

  parser.on('error', (error) => {
    throw new NotAnSvg(error.message);
  });
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) throw new NotAnSvg('a document type with declarations of its own');
  });
  parser.on('opentagstart', () => {
    attributeCnt = 0;
    if (++elementCnt > MAX_ELEMENTS) throw new NotAnSvg('too many elements');
    if (open.length > MAX_DEPTH) throw new NotAnSvg('nested too deeply');
  });
  parser.on('attribute', () => {
    if (++attributeCnt > MAX_ATTRIBUTES_OF_ELEMENT) throw new NotAnSvg('too many attributes');
  });
  parser.on('opentag', (tag) => {
    const parent = open.at(-1) ?? null;
    const isRoot = open.length === 1;
    if (isRoot && (tag.uri !== SVG || tag.local !== 'svg')) throw new NotAnSvg('the root is not svg');
    if (parent === null || tag.uri !== SVG) open.push(null);
    else if (UNWRAPPED_ELEMENTS.has(tag.local)) open.push(parent);
    else if (!ALLOWED_ELEMENTS.has(tag.local)) open.push(null);
    else {
      const element = { name: tag.local, attributes: keptAttributes(tag), children: [] };
      parent.children.push(element);
      open.push(element);
    }
  });
  parser.on('closetag', () => {
    open.pop();
  });
  const addText = (data: string) => {
    if (open.length > 1) open.at(-1)?.children.push(data);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();

  const root = document?.children[0];
  if (root === undefined || typeof root === 'string') throw new NotAnSvg('no root');
  return root;
}

function keptAttributes(tag: SaxesTagNS): ReadonlyMap<string, string> {
  const kept = new Map<string, string>();
  for (const { uri, local, value } of Object.values(tag.attributes)) {
    if (local === 'href' && (uri === '' || uri === XLINK)) {
      // The plain name wins over xlink's, as it does in browsers.
      const isKept = tag.local === 'image' ? EMBEDDED_PICTURE.test(value) : LOCAL_REFERENCE.test(value);
      if (isKept && (uri === '' || !kept.has('href'))) kept.set('href', value);
    } else if (uri === XML && local === 'space') {
      if (value === 'preserve') kept.set('xml:space', value);
    } else if (uri === '' && ALLOWED_ATTRIBUTES.has(local) && isHarmlessCss(value)) kept.set(local, value);
  }
  return kept;
}
