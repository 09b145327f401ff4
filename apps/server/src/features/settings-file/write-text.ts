import type { SettingsFile } from '@gwanje/contract/settings-file';
import { Document, isMap, visit } from 'yaml';

const HEAD = ` Groups, clusters, templates and settings of a Gwanje installation; docs/settings-file.md says what each field means.
 Left out on purpose: passwords, tokens, and the addresses (url) of webhooks, which are keys to where they lead.`;

/** On one line each: they are read as rows of a table, and a change of one is a change of one line. */
const ROWS: ReadonlySet<unknown> = new Set(['forSubGroups', 'hours', 'quietHours']);

export function settingsText(file: SettingsFile): string {
  const document = new Document(file, { aliasDuplicateObjects: false });
  document.commentBefore = HEAD;
  visit(document, {
    Pair(_key, { key, value }) {
      const name = typeof key === 'object' && key !== null && 'value' in key ? key.value : key;
      // What belongs to an item or to hours is short; nothing else that is a map has a dot in its name.
      const isItem = typeof name === 'string' && name.includes('.');
      if (isMap(value) && (isItem || ROWS.has(name))) value.flow = true;
    },
    Map(_key, map, path) {
      const list = path.at(-2);
      if (typeof list !== 'object' || !('key' in list)) return;
      const { key } = list;
      const name = typeof key === 'object' && key !== null && 'value' in key ? key.value : key;
      if (name === 'forSubGroups') map.flow = true;
    },
  });
  return document.toString({ lineWidth: 0 });
}
