import type { ReportContent } from '@gwanje/contract/reports/report-content';
import type { Language } from '@gwanje/domain/i18n/language';
import { reportText } from '@gwanje/domain/reports/report-messages';
import {
  type ReportTable,
  reportNotes,
  reportSummary,
  reportTables,
  reportTitle,
} from '@gwanje/domain/reports/report-tables';
import type { ReportMail } from '../../alarms/notifications/message-sender.ts';

/** Mail programs cut long mails. */
const MAX_ROWS = 20;

/** Names come from clusters and must not become markup. */
function escaped(text: string): string {
  return oneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Mail programs ignore style sheets: each element carries its own style. */
const FONT = "font-family:'Apple SD Gothic Neo','Malgun Gothic',sans-serif";
const CELL = 'padding:4px 10px;border-bottom:1px solid #d7dde3;white-space:nowrap';
const HEAD = `${CELL};color:#56616c;font-weight:600;background:#f2f5f8`;
const MUTED = 'color:#56616c;font-size:13px';
const BAD = 'color:#b3261e;font-weight:600';

/** The figures of the page as tables inside the mail, and as plain text. */
export function reportMail(report: ReportContent, language: Language, publicUrl: string): ReportMail {
  const t = reportText[language];
  const title = reportTitle(report, language);
  const { metaGroupId, kind, fromDate, toDate, timeZone } = report;
  const address = new URLSearchParams({ metaGroupId: `${metaGroupId}`, kind, date: fromDate, timeZone });
  const url = `${publicUrl}/report?${address}`;
  const notes = reportNotes(report, language);
  const figures = reportSummary(report, language);
  const tables = reportTables(report, language);
  const summaryText = figures.map(({ label, text, note }) => `${label}: ${text}${note ? ` (${note})` : ''}`);
  return {
    subject: t('mail.subject', { title, from: fromDate, to: toDate }),
    text: [
      oneLine(title),
      ...notes.map(oneLine),
      '',
      ...summaryText,
      '',
      ...tables.flatMap((table) => tableText(table, language)),
      `${t('mail.open')}: ${url}`,
      t('mail.foot'),
    ].join('\n'),
    html: `<!doctype html><html lang="${language}"><body style="margin:0;padding:16px;${FONT};font-size:14px;color:#1b2229;background:#ffffff">
<h1 style="font-size:20px;margin:0 0 8px">${escaped(title)}</h1>
${notes.map((note) => `<p style="margin:2px 0;${MUTED}">${escaped(note)}</p>`).join('\n')}
<p style="margin:12px 0"><a href="${escaped(url)}" style="color:#1e5ab4">${escaped(t('mail.open'))}</a></p>
<table style="border-collapse:collapse;margin:0 0 8px">${figures
      .map(
        ({ label, text, note }) =>
          `<tr><td style="${CELL};color:#56616c">${escaped(label)}</td><td style="${CELL};font-weight:600;text-align:right">${escaped(text)}</td><td style="${CELL};${MUTED}">${escaped(note ?? '')}</td></tr>`,
      )
      .join('')}</table>
${tables.map((table) => tableHtml(table, language)).join('\n')}
<p style="margin:24px 0 0;${MUTED}">${escaped(t('mail.foot'))}</p>
</body></html>`,
  };
}

function tableHtml({ title, note, columns, rows, empty }: ReportTable, language: Language): string {
  const head = columns
    .map(({ label, isNumber }) => `<th style="${HEAD};text-align:${sideOf(isNumber)}">${escaped(label)}</th>`)
    .join('');
  const body = rows
    .slice(0, MAX_ROWS)
    .map(({ cells }) => {
      const cellsHtml = cells.map(({ text, tone }, at) => {
        const look = tone === 'bad' ? `;${BAD}` : tone === 'muted' ? ';color:#56616c' : '';
        return `<td style="${CELL};text-align:${sideOf(columns[at]?.isNumber ?? false)}${look}">${escaped(text)}</td>`;
      });
      return `<tr>${cellsHtml.join('')}</tr>`;
    })
    .join('');
  const more = moreText(rows.length, language);
  return `<h2 style="font-size:16px;margin:24px 0 4px">${escaped(title)}</h2>
${note === null ? '' : `<p style="margin:0 0 6px;${MUTED}">${escaped(note)}</p>`}
${rows.length === 0 ? `<p style="margin:0;${MUTED}">${escaped(empty)}</p>` : `<table style="border-collapse:collapse"><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`}
${more === null ? '' : `<p style="margin:4px 0 0;${MUTED}">${escaped(more)}</p>`}`;
}

function sideOf(isNumber: boolean): string {
  return isNumber ? 'right' : 'left';
}

function tableText({ title, note, columns, rows, empty }: ReportTable, language: Language): string[] {
  const lines = rows
    .slice(0, MAX_ROWS)
    .map(({ cells }) =>
      cells.map(({ text }, at) => `${columns[at]?.label ?? ''} ${oneLine(text)}`).join(' · '),
    );
  const more = moreText(rows.length, language);
  return [
    `■ ${title}`,
    ...(note === null ? [] : [note]),
    ...(lines.length === 0 ? [empty] : lines.map((line) => `- ${line}`)),
    ...(more === null ? [] : [more]),
    '',
  ];
}

/** A name with a line break must not look like a line of the mail. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

function moreText(rowCnt: number, language: Language): string | null {
  return rowCnt > MAX_ROWS ? reportText[language]('mail.more', { shown: MAX_ROWS }) : null;
}
