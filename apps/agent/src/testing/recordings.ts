import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const folder = join(import.meta.dirname, '../../fixtures');

export function recordedText(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

export function recorded(name: string): unknown {
  return JSON.parse(recordedText(name));
}

const List = z.object({ items: z.array(z.unknown()) });

export function recordedItems(name: string): unknown[] {
  return List.parse(recorded(`kubernetes-1.26/${name}`)).items;
}

export function recordedLines(name: string): unknown[] {
  return recordedText(`kubernetes-1.26/${name}`)
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}
