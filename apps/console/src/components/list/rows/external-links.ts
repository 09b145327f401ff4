import { isRecord } from '@gwanje/ui/list/model/record';

export const placeNames = ['cluster', 'namespace', 'pod', 'node', 'container', 'from', 'to'] as const;
export type PlaceName = (typeof placeNames)[number];
/** The values of a row for the placeholders of an address; `from` and `to` in milliseconds since 1970. */
export type Places = Readonly<Partial<Record<PlaceName, string | number | null>>>;

export interface ExternalLink {
  readonly label: string;
  /** `https://grafana.example/d/pod?var-pod={pod}&from={from}&to={to}` */
  readonly template: string;
}

export const MAX_EXTERNAL_LINKS = 20;
const MAX_LABEL = 40;
const MAX_TEMPLATE = 2000;
const PLACE = /\{([A-Za-z]+)\}/g;

export type TemplateError = 'empty' | 'tooLong' | 'notHttp' | 'placeInHost' | 'unknownPlace';

/** Why an address cannot be used, or null. A row's name must never decide which site is opened. */
export function templateError(template: string): TemplateError | null {
  if (template.trim() === '') return 'empty';
  if (template.length > MAX_TEMPLATE) return 'tooLong';
  if (namesIn(template).some((name) => !isPlaceName(name))) return 'unknownPlace';
  const url = parsed(template.replace(PLACE, 'x'));
  if (!url || !isHttp(url)) return 'notHttp';
  return parsed(template.replace(PLACE, 'y'))?.origin === url.origin &&
    url.username === '' &&
    url.password === ''
    ? null
    : 'placeInHost';
}

/** The address for a row; null if the row lacks a placeholder's value or the template is invalid. */
export function outsideAddress(template: string, places: Places): string | null {
  if (templateError(template) !== null) return null;
  const isLacking = namesIn(template).some((name) => isPlaceName(name) && isAbsent(places[name]));
  if (isLacking) return null;
  const text = template.replace(PLACE, (_, name: string) =>
    isPlaceName(name) ? encodeURIComponent(wellFormed(String(places[name]))) : '',
  );
  const url = parsed(text);
  return url && isHttp(url) ? url.href : null;
}

/** A stored view option may have any shape; invalid parts are ignored. */
export function externalLinksFrom(kept: unknown): ExternalLink[] {
  const list = isRecord(kept) ? kept.links : null;
  if (!Array.isArray(list)) return [];
  return list.slice(0, MAX_EXTERNAL_LINKS).flatMap((entry: unknown) => {
    if (!isRecord(entry)) return [];
    const { label, template } = entry;
    if (typeof label !== 'string' || typeof template !== 'string' || label.trim() === '') return [];
    return templateError(template) === null ? [{ label: label.trim().slice(0, MAX_LABEL), template }] : [];
  });
}

function namesIn(template: string): string[] {
  return [...template.matchAll(PLACE)].map(([, name = '']) => name);
}

function isPlaceName(name: string): name is PlaceName {
  return placeNames.some((known) => known === name);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function parsed(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function isHttp(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'http:';
}

/** Half a surrogate pair would make the encoding throw. */
function wellFormed(text: string): string {
  return text.toWellFormed();
}
