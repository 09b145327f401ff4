import { exampleReport } from '@gwanje/domain/reports/testing/example-report';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import classes from './reports.module.css';
import './report-messages.ts';

test('a long table shows its first rows on the screen, and has all rows for the printer', async () => {
  signedIn();
  // The charts ask for the screen when they are loaded.
  const { ReportSections } = await import('./report-sections.tsx');
  const report = exampleReport({});
  const nodeList = report.availability.nodeList.flatMap((node) =>
    Array.from({ length: 30 }, (_, at) => ({ ...node, name: `node-${at}` })),
  );
  const availability = { ...report.availability, nodeList };
  // Charts need a canvas.
  const capacity = { ...report.capacity, clusterList: [] };
  renderPage(() => <ReportSections report={{ ...report, availability, capacity }} />, '/report');
  const table = await screen.findByRole('table', { name: '노드별 가동률' });
  const rows = () => within(table).getAllByRole('row', { hidden: true }).slice(1);
  const hiddenCnt = () => rows().filter((row) => row.classList.contains(classes.onlyPrinted ?? '')).length;
  expect([rows().length, hiddenCnt()]).toEqual([30, 10]);
  await userEvent.click(screen.getByRole('button', { name: '30개 모두 보기' }));
  expect([rows().length, hiddenCnt()]).toEqual([30, 0]);
});
