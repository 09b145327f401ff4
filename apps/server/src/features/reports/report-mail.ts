import type { ReportContent } from '@gwanje/contract/reports/report-content';
import type { Language } from '@gwanje/domain/i18n/language';
import { reportText } from '@gwanje/domain/reports/report-messages';
import {
  reportNotes,
  reportPeriodText,
  reportSummary,
  reportTitle,
  type SummaryFigure,
} from '@gwanje/domain/reports/report-summary';
import {
  type ReportCell,
  type ReportSection,
  type ReportTable,
  reportSections,
} from '@gwanje/domain/reports/report-table';
import { reportTables } from '@gwanje/domain/reports/report-tables';
import { escapeHtml } from '../../alarms/notifications/clients/escape-html.ts';
import type { ReportMail } from '../../alarms/notifications/message-sender.ts';

/** Mail programs cut long mails. */
const MAX_ROWS = 20;
const FIGURES_IN_ROW = 3;

/** Mail programs ignore style sheets: each element carries its own style. */
const FONT = "font-family:'Apple SD Gothic Neo','Malgun Gothic',sans-serif";
const BORDER = '1px solid #d7dde3';
const MUTED = 'color:#56616c';
const CELL = `padding:6px 10px;border-bottom:${BORDER};white-space:nowrap;font-size:13px`;
const HEAD = `${CELL};${MUTED};font-weight:600;background:#f2f5f8`;
const TONES = { bad: ';color:#b3261e;font-weight:600', muted: `;${MUTED}` };

/** The figures of the page as tables inside the mail, and as plain text. */
export function reportMail(report: ReportContent, language: Language, publicUrl: string): ReportMail {
  const t = reportText[language];
  const title = reportTitle(report, language);
  const { metaGroupId, kind, fromDate, toDate, timeZone } = report;
  const address = new URLSearchParams({ metaGroupId: `${metaGroupId}`, kind, date: fromDate, timeZone });
  const url = `${publicUrl}/report?${address}`;
  const notes = [reportPeriodText(report, language), ...reportNotes(report, language)];
  const figures = reportSummary(report, language);
  const tables = reportTables(report, language);
  return {
    subject: t('mail.subject', { title, from: fromDate, to: toDate }),
    text: [
      oneLine(title),
      ...notes.map(oneLine),
      '',
      ...figures.map(({ label, text, note }) => `${label}: ${text}${note ? ` (${note})` : ''}`),
      '',
      ...reportSections.flatMap((section) => tables[section].flatMap((table) => tableText(table, language))),
      `${t('mail.open')}: ${url}`,
      t('mail.foot'),
    ].join('\n'),
    html: `<!doctype html><html lang="${language}"><head><meta name="color-scheme" content="light"></head>
<body style="margin:0;padding:24px 16px;${FONT};font-size:14px;line-height:1.5;color:#1b2229;background:#ffffff">
<h1 style="font-size:20px;line-height:1.3;margin:0 0 6px">${escaped(title)}</h1>
${notes.map((note) => `<p style="margin:2px 0;${MUTED}">${escaped(note)}</p>`).join('\n')}
<p style="margin:14px 0 18px"><a href="${escaped(url)}" style="display:inline-block;padding:7px 14px;border-radius:6px;background:#1e5ab4;color:#ffffff;text-decoration:none;font-weight:600">${escaped(t('mail.open'))}</a></p>
${figuresHtml(figures)}
${reportSections.map((section) => sectionHtml(section, tables[section], language)).join('\n')}
<p style="margin:28px 0 0;font-size:12px;${MUTED}">${escaped(t('mail.foot'))}</p>
</body></html>`,
  };
}

function figuresHtml(figures: readonly SummaryFigure[]): string {
  const cells = figures.map(
    ({ label, text, note }) =>
      `<td style="padding:10px 18px 10px 12px;border:${BORDER};vertical-align:top"><div style="font-size:12px;${MUTED}">${escaped(label)}</div><div style="font-size:18px;font-weight:700">${escaped(text)}</div><div style="font-size:12px;${MUTED}">${escaped(note ?? '')}</div></td>`,
  );
  const rows = Array.from({ length: Math.ceil(cells.length / FIGURES_IN_ROW) }, (_, at) =>
    cells.slice(at * FIGURES_IN_ROW, (at + 1) * FIGURES_IN_ROW).join(''),
  );
  return `<table style="border-collapse:collapse">${rows.map((row) => `<tr>${row}</tr>`).join('')}</table>`;
}

function sectionHtml(section: ReportSection, tables: readonly ReportTable[], language: Language): string {
  const title = escaped(reportText[language](`section.${section}`));
  return `<h2 style="font-size:17px;margin:32px 0 0;padding-bottom:6px;border-bottom:2px solid #1b2229">${title}</h2>
${tables.map((table) => tableHtml(table, language)).join('\n')}`;
}

function tableHtml({ title, note, columns, rows, empty }: ReportTable, language: Language): string {
  const sideOf = (at: number) => (columns[at]?.isNumber ? 'right' : 'left');
  const head = columns.map(
    ({ label }, at) => `<th style="${HEAD};text-align:${sideOf(at)}">${escaped(label)}</th>`,
  );
  const cellHtml = ({ text, tone }: ReportCell, at: number) =>
    `<td style="${CELL};text-align:${sideOf(at)}${tone ? TONES[tone] : ''}">${escaped(text)}</td>`;
  const body = rows.slice(0, MAX_ROWS).map(({ cells }) => `<tr>${cells.map(cellHtml).join('')}</tr>`);
  const paragraph = (text: string | null) =>
    text === null || text === ''
      ? ''
      : `<p style="margin:4px 0;font-size:13px;${MUTED}">${escaped(text)}</p>`;
  return `<h3 style="font-size:14px;margin:18px 0 2px">${escaped(title)}</h3>
${paragraph(note)}
${
  rows.length === 0
    ? paragraph(empty)
    : `<div style="overflow-x:auto"><table style="border-collapse:collapse;margin-top:6px"><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}
${paragraph(moreText(rows.length, language))}`;
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

function escaped(text: string): string {
  return escapeHtml(oneLine(text));
}

/** A name with a line break must not look like a line of the mail. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

function moreText(rowCnt: number, language: Language): string | null {
  return rowCnt > MAX_ROWS ? reportText[language]('mail.more', { shown: MAX_ROWS }) : null;
}
