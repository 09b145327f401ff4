import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ScaleLegend, StateLegend } from './tile-map-legend.tsx';

afterEach(cleanup);

it('the legend names the ends of the scale and the classes outside it', () => {
  render(
    <ScaleLegend label="범례" minText="0" maxText="100 %" staleText="수집 중단" unknownText="알 수 없음" />,
  );
  const entries = screen.getAllByRole('listitem').map((entry) => entry.textContent);
  expect(entries).toEqual(['0100 %', '알 수 없음', '수집 중단']);
});

it('the legend names the states, worst first', () => {
  const texts = { critical: '심각', warning: '경고', stale: '중단', normal: '정상', unmonitored: '제외' };
  render(<StateLegend label="범례" texts={texts} />);
  expect(screen.getAllByRole('listitem').map((entry) => entry.lastChild?.textContent)).toEqual(
    Object.values(texts),
  );
});
