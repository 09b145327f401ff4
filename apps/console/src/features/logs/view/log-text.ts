import type { Translate } from '#core/i18n/i18n.ts';
import type { LogRow } from '../lines/log-row.ts';
import { markText, type ShownSource } from '../rows/log-row-view.tsx';

/** Rows as plain text, without escape sequences; marks begin with `#`. */
export function plainLog(rows: readonly LogRow[], sources: readonly ShownSource[], t: Translate): string {
  const lines = rows.map((row) => {
    const source = sources[row.source];
    const prefix = source ? `${source.title} ` : '';
    return row.kind === 'line' ? `${row.time} ${prefix}${row.text}` : `# ${prefix}${markText(row, t)}`;
  });
  return `${lines.join('\n')}\n`;
}

/** The lines as the containers wrote them, in parts that the browser joins without a copy. */
export function rawLog(rows: readonly LogRow[]): readonly string[] {
  return rows.flatMap((row) => (row.kind === 'line' ? [`${row.raw}\n`] : []));
}
