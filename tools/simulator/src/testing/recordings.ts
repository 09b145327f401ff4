import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Json, linesOf } from './start.ts';

const folder = join(import.meta.dirname, '../../fixtures');

export function recordedText(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

export function recorded(name: string): Json {
  return JSON.parse(recordedText(name));
}

export function recordedLines(name: string): Json[] {
  return linesOf(recordedText(name));
}

/** Objects whose keys are data, not part of the shape. */
const MAPS = new Set(
  'labels annotations matchLabels capacity allocatable fieldsV1 limits requests nodeSelector volumeAttributes'.split(
    ' ',
  ),
);

/** Every path in a value with its type: `spec.containers[].name string`. */
export function pathsOf(value: unknown, at = '', found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) {
    found.add(`${at} list`);
    for (const item of value) pathsOf(item, `${at}[]`, found);
  } else if (typeof value === 'object' && value !== null) {
    found.add(`${at} object`);
    if (MAPS.has(at.slice(at.lastIndexOf('.') + 1))) return found;
    for (const [key, inner] of Object.entries(value)) pathsOf(inner, at === '' ? key : `${at}.${key}`, found);
  } else found.add(`${at} ${value === null ? 'null' : typeof value}`);
  return found;
}

export function pathsOfAll(values: readonly unknown[]): Set<string> {
  const found = new Set<string>();
  for (const value of values) pathsOf(value, '', found);
  return found;
}
