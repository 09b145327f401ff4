import type { BodyIn, ResponseOf } from '@gwanje/contract/definition/endpoint';
import { listAudit } from '@gwanje/contract/settings/audit';
import { type CsvCell, csvText } from '@gwanje/domain/formats/csv';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { download } from '@gwanje/ui/download';
import { call } from '#core/api/client.ts';
import type { Translate } from '#core/i18n/i18n.ts';

type Entry = ResponseOf<typeof listAudit>['list'][number];

const PAGE_CNT = 1000;
export const MAX_EXPORTED = 50_000;

/** Resolves to true if there were more rows than a file may hold. */
export async function exportAudit(
  body: BodyIn<typeof listAudit>,
  title: string,
  t: Translate,
): Promise<boolean> {
  const entries: Entry[] = [];
  for (let pageNo = 1; entries.length < MAX_EXPORTED; pageNo++) {
    // Ordered by id: new records come last and shift no page.
    const params = { pageNo, pageCnt: PAGE_CNT };
    const { list } = await call(listAudit, { params, body: { ...body, orderBy: ['auditId'] } });
    entries.push(...list);
    if (list.length < PAGE_CNT) break;
  }
  const head = [t('audit.at'), t('audit.actor'), t('audit.action'), t('audit.target')];
  const rows: CsvCell[][] = [
    [...head, t('audit.outcome'), t('audit.address'), t('audit.detail')],
    ...entries.map((entry) => [
      formatTimestamp(entry.at),
      entry.actorUserId,
      entry.action,
      targetText(entry),
      entry.outcome,
      entry.address,
      JSON.stringify(entry.detail),
    ]),
  ];
  download(new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' }), `${title}.csv`);
  return entries.length >= MAX_EXPORTED;
}

export function targetText({ targetKind, targetId }: Entry): string | null {
  return targetKind === null ? null : `${targetKind} ${targetId ?? ''}`.trim();
}
