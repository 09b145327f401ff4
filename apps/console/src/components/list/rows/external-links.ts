import { parseInstant } from '@gwanje/domain/formats/time';
import { z } from 'zod';

export const placeNames = ['cluster', 'namespace', 'pod', 'node', 'container', 'from', 'to'] as const;
export type PlaceName = (typeof placeNames)[number];
/** The values of a row for the placeholders of an address; `from` and `to` in milliseconds since 1970. */
export type Places = Readonly<Partial<Record<PlaceName, string | number | null>>>;

export const MAX_EXTERNAL_LINKS = 20;
const MAX_LABEL = 40;
const MAX_TEMPLATE = 2000;
const PLACE = /\{([A-Za-z]+)\}/g;

export type TemplateError = 'empty' | 'tooLong' | 'notHttp' | 'placeInHost' | 'unknownPlace';

/** The error of an address template, or null. Placeholders are refused in the host part. */
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
export function externalAddress(template: string, places: Places): string | null {
  if (templateError(template) !== null) return null;
  const isLacking = namesIn(template).some((name) => isPlaceName(name) && isAbsent(places[name]));
  if (isLacking) return null;
  // An unpaired surrogate would make `encodeURIComponent` throw.
  const text = template.replace(PLACE, (_, name: string) =>
    isPlaceName(name) ? encodeURIComponent(String(places[name]).toWellFormed()) : '',
  );
  const url = parsed(text);
  return url && isHttp(url) ? url.href : null;
}

const ExternalLink = z.object({
  label: z
    .string()
    .trim()
    .min(1)
    .overwrite((label) => label.slice(0, MAX_LABEL)),
  /** `https://grafana.example/d/pod?var-pod={pod}&from={from}&to={to}` */
  template: z.string().refine((template) => templateError(template) === null),
});
export type ExternalLink = Readonly<z.infer<typeof ExternalLink>>;

/** A stored view option may have any shape; invalid parts are ignored. */
export function externalLinksFrom(stored: unknown): ExternalLink[] {
  const { links = [] } = z.object({ links: z.array(z.unknown()) }).safeParse(stored).data ?? {};
  return links.slice(0, MAX_EXTERNAL_LINKS).flatMap((entry) => ExternalLink.safeParse(entry).data ?? []);
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

const AROUND_MS = 60 * 60_000;

/** The hour that ends at the last time of the row, at the chosen instant, or now. */
export function rangeAround(lastMs: string | number | null | undefined, at: string | null, serverMs: number) {
  const to = typeof lastMs === 'number' ? lastMs : ((at === null ? undefined : parseInstant(at)) ?? serverMs);
  return { from: to - AROUND_MS, to };
}
