import { UserNo } from '@gwanje/contract/definition/fields';
import { getHandover } from '@gwanje/contract/duty/handovers';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { useSession } from '#core/session/session-store.ts';
import { envelope } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { sampleOf } from '#core/testing/sample.ts';
import { StoredPage } from './handover-detail.tsx';
import './handover-messages.ts';

function open(values: object): void {
  const network = signedIn();
  const sample = Object(sampleOf(getHandover.response, { rowCnt: 0, isSparse: true }));
  const stored = { ...sample, handoverId: 7, state: 'finished', finishedBy: '김관제', ...values };
  const handover = getHandover.response.parse(stored);
  network.on('/api/v1/handover/info/7', () => envelope(200, handover));
  renderPage(() => <StoredPage handoverId={7} />, '/handover?handoverId=7');
}

describe('a finished handover', () => {
  const own = '본인이 작성한 인수인계입니다.';

  it.each([
    ['says so to the person who wrote it', true],
    ['says nothing more to another person', false],
  ])('can be taken over, and the question %s', async (_, isOwn) => {
    const userNo = UserNo.parse(3);
    open({ finishedByNo: isOwn ? userNo : 4 });
    const { user } = useSession.getState();
    if (user) useSession.setState({ user: { ...user, userNo } });
    await userEvent.click(await screen.findByRole('button', { name: '인수하기' }));
    await screen.findByText(/근무를 이어받았음을 기록합니다/);
    expect(screen.queryAllByText(own)).toHaveLength(isOwn ? 1 : 0);
  });
});

describe('a handover that nobody wrote', () => {
  it('says so, and cannot be taken over', async () => {
    open({ state: 'notWritten', finishedBy: null, finishedAt: null });
    expect(await screen.findByText('작성되지 않음')).toBeTruthy();
    expect(screen.getByText(/아무도 작성하지 않은 인수인계입니다/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: '인수하기' })).toBeNull();
  });
});
