import { DRAWN_ELEMENTS } from './allowed.ts';
import { isHarmlessCss } from './harmless-css.ts';
import { NotAnSvg, parseSvg, type SvgElement } from './parse-svg.ts';

const MAX_DRAWN_ELEMENTS = 20_000;
const MAX_REFERENCE_DEPTH = 32;

/**
 * The same picture, written anew from what is allowed, or null where there is none. Nothing of the original text is
 * passed on: no declaration, comment, instruction or unknown name survives, and text is escaped again.
 */
export function cleanSvg(bytes: Buffer): string | null {
  const text = decode(bytes);
  if (text === null) return null;
  try {
    const root = parseSvg(text);
    if (!hasDrawing(root) || drawnCnt(root) > MAX_DRAWN_ELEMENTS) return null;
    return write(root, ' xmlns="http://www.w3.org/2000/svg"');
  } catch (error) {
    if (error instanceof NotAnSvg) return null;
    throw error;
  }
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function elementsOf(element: SvgElement): SvgElement[] {
  return element.children.filter((child) => typeof child !== 'string');
}

function hasDrawing(element: SvgElement): boolean {
  return DRAWN_ELEMENTS.has(element.name) || elementsOf(element).some(hasDrawing);
}

/** How many elements a browser draws when each `use` stands for a copy: ten uses of ten uses of ten are a thousand. */
function drawnCnt(root: SvgElement): number {
  const byId = new Map<string, SvgElement>();
  collectIds(root, byId);
  const counted = new Map<SvgElement, number>();
  const count = (element: SvgElement, referenceDepth: number): number => {
    const known = counted.get(element);
    if (known !== undefined) return known;
    if (referenceDepth > MAX_REFERENCE_DEPTH) throw new NotAnSvg('references go round or too deep');
    const target =
      element.name === 'use' ? byId.get(element.attributes.get('href')?.slice(1) ?? '') : undefined;
    let sum = 1 + (target ? count(target, referenceDepth + 1) : 0);
    for (const child of elementsOf(element)) sum += count(child, referenceDepth);
    if (sum > MAX_DRAWN_ELEMENTS) throw new NotAnSvg('too many copies');
    counted.set(element, sum);
    return sum;
  };
  return count(root, 0);
}

function collectIds(element: SvgElement, byId: Map<string, SvgElement>): void {
  const id = element.attributes.get('id');
  if (id !== undefined && !byId.has(id)) byId.set(id, element);
  for (const child of elementsOf(element)) collectIds(child, byId);
}

function write(element: SvgElement, extra = ''): string {
  const { name, children } = element;
  const attributes = [...element.attributes].map(([key, value]) => ` ${key}="${escapeXml(value)}"`).join('');
  const tag = `${name}${extra}${attributes}`;
  const content = name === 'style' ? styleText(children) : children.map(writeChild).join('');
  return content === '' ? `<${tag}/>` : `<${tag}>${content}</${name}>`;
}

function writeChild(child: SvgElement | string): string {
  return typeof child === 'string' ? escapeXml(child) : write(child);
}

function styleText(children: SvgElement['children']): string {
  const css = children.filter((child) => typeof child === 'string').join('');
  return isHarmlessCss(css) ? escapeXml(css) : '';
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);
}
