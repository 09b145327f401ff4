import { Webhook } from '@gwanje/contract/alarms/webhooks';
import { AlarmTemplateId } from '@gwanje/contract/definition/fields';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import '../alarm-template-messages.ts';
import { envelope, type FakeNetwork } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

const UPDATE = '/api/v1/webhook/update';
const KINDS = '/api/v1/template/webhook';

function webhook(more: object = {}): Webhook {
  return Webhook.parse({
    webhookId: 4,
    alarmTemplateId: 2,
    name: '당직',
    kind: 'json',
    url: 'https://a.example.com/',
    recipientList: [],
    secret: null,
    successText: null,
    bodyTemplate: null,
    language: 'ko',
    minLevel: 1,
    isOn: true,
    sendsRecovery: true,
    hours: null,
    quietHours: null,
    forSubGroupIdList: null,
    escalateAfterMin: null,
    updatedAt: '2026-11-01T00:00:00+09:00',
    version: 3,
    waitingCnt: 0,
    waitingSince: null,
    failedCnt: 0,
    lastDeliveredAt: null,
    note: null,
    ...more,
  });
}

/** The first save is refused, because another user has saved the webhook. */
async function openConflict(network: FakeNetwork) {
  const onClose = vi.fn();
  let isFirst = true;
  network.on(KINDS, () => envelope(200, { kindList: [], variableList: [] }));
  network.on(UPDATE, () => {
    const isRefused = isFirst;
    isFirst = false;
    return isRefused ? envelope(8004, { reason: 'changedMeanwhile' }, 409) : envelope(200, { version: 10 });
  });
  renderPage(
    () => (
      <WebhookDialog
        alarmTemplateId={AlarmTemplateId.parse(2)}
        webhook={webhook()}
        onSaved={async () => undefined}
        reload={async () => webhook({ name: '주간 당직', version: 9 })}
        onClose={onClose}
      />
    ),
    '/setting/alarm-template?alarmTemplateId=2',
  );
  await userEvent.type(await screen.findByLabelText(/^이름/), ' 2');
  await userEvent.click(screen.getByRole('button', { name: '저장' }));
  await screen.findByText('다른 사용자가 먼저 변경했습니다');
  return onClose;
}

const sent = (network: FakeNetwork) =>
  network
    .requestsOf(UPDATE)
    .map(({ body }) => JSON.parse(String(body)) as { name: string; version?: number });

test('overwrites the webhook that another user has saved meanwhile', async () => {
  const network = signedIn();
  const onClose = await openConflict(network);
  await userEvent.click(screen.getByRole('button', { name: '덮어쓰기' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent(network).map(({ name, version }) => [name, version])).toEqual([
    ['당직 2', 3],
    ['당직 2', 9],
  ]);
});

test('reloads the webhook that another user has saved meanwhile, and saves on top of it', async () => {
  const network = signedIn();
  const onClose = await openConflict(network);
  await userEvent.click(screen.getByRole('button', { name: '다시 불러오기' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^이름/).value).toBe('주간 당직'));
  await userEvent.type(screen.getByLabelText(/^이름/), ' 2');
  await userEvent.click(screen.getByRole('button', { name: '저장' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent(network).at(-1)).toMatchObject({ name: '주간 당직 2', version: 9 });
});
