import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import type { CellContext } from '../define-list.ts';
import { age, dataAge, days, state, text, usage } from './column-formats.tsx';
import { podPhaseAppearance } from './state-appearance.ts';
import '../object-list-messages.ts';

const context: CellContext = {
  t,
  language: 'ko',
  nowMs: Date.parse('2026-11-16T09:10:00Z'),
  onFollow: () => {},
};
const NEARLY_FULL = 0.95;

afterEach(cleanup);

function shown(cell: ReactNode): HTMLElement {
  return render(<div>{cell}</div>).container;
}

function classesIn(element: HTMLElement): string {
  return [...element.querySelectorAll('[class]')].map((one) => one.getAttribute('class')).join(' ');
}

test('a usage is coloured while the row is fresh, and hatched when it is stale', () => {
  const { cell } = usage('columns.cpu', 'cores', () => ({ limit: 1 }));
  expect(classesIn(shown(cell(NEARLY_FULL, { isStale: false }, context)))).toContain('critical');
  const old = shown(cell(NEARLY_FULL, { isStale: true }, context));
  expect(classesIn(old)).toContain('stale');
  expect(classesIn(old)).not.toContain('critical');
  expect(old.querySelector('[title]')?.getAttribute('title')).toContain('수집 중단');
});

test('a stale state is never shown in the colour of normal', () => {
  const { cell } = state('columns.phase', podPhaseAppearance, ['Running', 'Failed']);
  expect(classesIn(shown(cell('Running', { isStale: false }, context)))).toContain('normal');
  const good = shown(cell('Running', { isStale: true }, context));
  expect(classesIn(good)).toMatch(/grey.*hatched/);
  expect(classesIn(good)).not.toContain('normal');
  expect(classesIn(shown(cell('Failed', { isStale: true }, context)))).toMatch(/red.*hatched/);
});

test('the age of a stale row has an icon', () => {
  const { cell } = dataAge('columns.dataAt');
  const dataAt = '2026-11-16T09:00:00Z';
  expect(shown(cell(dataAt, { isStale: false }, context)).querySelector('.mdi')).toBeNull();
  expect(shown(cell(dataAt, { isStale: true }, context)).querySelector('.mdi-timer-sand')).not.toBeNull();
  expect(screen.getAllByText('10분 0초')).toHaveLength(2);
});

test('an elapsed time shows two units, and all units on hover', () => {
  const created = shown(age('columns.age').cell('2026-11-13T05:04:54Z', {}, context));
  expect(created.textContent).toBe('3일 4시간');
  expect(created.querySelector('[title]')?.getAttribute('title')).toMatch(
    /^3일 4시간 5분 6초\n2026-11-1\d \d\d:04:54$/,
  );
  const left = shown(days('columns.age').cell(1.5, {}, context));
  const expected = ['1일 12시간', '1일 12시간 0분 0초'];
  expect([left.textContent, left.querySelector('[title]')?.getAttribute('title')]).toEqual(expected);
});

test('a long text is cut with three dots, and complete on hover', () => {
  const message = `Back-off ${'restarting failed container '.repeat(20)}`;
  const cell = shown(text('columns.reason').cell(message, {}, context));
  expect(cell.textContent).toBe(`${message.slice(0, 200)}...`);
  expect(cell.querySelector('[title]')?.getAttribute('title')).toBe(message);
});
