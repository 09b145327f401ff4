import { UserNo } from '@gwanje/contract/definition/fields';
import { listPods } from '@gwanje/kinds/pod/calls';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useSession } from '#core/session/session-store.ts';
import { envelope } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { sampleOf } from '#core/testing/sample.ts';
import { podList } from '../inventory/pod-list.ts';
import { ObjectSettingsPage, settingsList } from './object-settings-page.tsx';

test('offers to watch selected rows, but not to an admin who views as another user', async () => {
  const network = signedIn();
  network.onOther(() => envelope(200, {}));
  const sample = Object.assign({}, sampleOf(listPods.response, { rowCnt: 1, isSparse: true }));
  network.on('/api/v1/pods/1/100', () => envelope(200, { ...sample, totalCnt: 1 }));
  // jsdom has no layout.
  for (const side of ['clientHeight', 'clientWidth'] as const) {
    const size = vi.spyOn(Element.prototype, side, 'get').mockReturnValue(1000);
    onTestFinished(() => size.mockRestore());
  }
  renderPage(
    () => (
      <ObjectSettingsPage
        kind="pod"
        titleKey="routes.settingMonPodList"
        declaration={settingsList('pod', podList)}
      />
    ),
    '/setting/mon/pod-list',
  );
  await userEvent.click(await screen.findByLabelText('sample 선택'));
  for (const action of ['감시 시작', '감시 제외']) expect(screen.getByText(action)).toBeTruthy();
  act(() => useSession.setState({ viewedBy: { userNo: UserNo.parse(9), userId: 'key', name: '대표' } }));
  for (const action of ['감시 시작', '감시 제외']) expect(screen.queryByText(action)).toBeNull();
});
