import { Webhook } from '@gwanje/contract/alarms/webhooks';
import { AlarmTemplateId } from '@gwanje/contract/definition/fields';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import '../alarm-template-messages.ts';
import { envelope } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { sampleOf } from '#core/testing/sample.ts';
import { WebhookDialog } from './webhook-dialog.tsx';

const UPDATE = '/api/v1/webhook/update';

function webhook(more: object = {}): Webhook {
  const sample = Object(sampleOf(Webhook, { rowCnt: 0, isSparse: true }));
  const own = { webhookId: 4, name: '당직', kind: 'json', url: 'https://a.example.com/', version: 3 };
  return Webhook.parse({ ...sample, ...own, ...more });
}

test('overwrites the webhook that another user has saved meanwhile', async () => {
  const network = signedIn();
  const onClose = vi.fn();
  network.on('/api/v1/template/webhook', () => envelope(200, { kindList: [], variableList: [] }));
  const sent = () =>
    network.requestsOf(UPDATE).map(({ body }) => {
      const { name, version } = JSON.parse(String(body));
      return [name, version];
    });
  const refused = () => envelope(8004, { reason: 'changedMeanwhile' }, 409);
  network.on(UPDATE, () => (sent().length === 1 ? refused() : envelope(200, { version: 10 })));
  const given = { alarmTemplateId: AlarmTemplateId.parse(2), webhook: webhook(), onClose };
  const reload = async () => webhook({ name: '주간 당직', version: 9 });
  renderPage(
    () => <WebhookDialog {...given} onSaved={async () => undefined} reload={reload} />,
    '/setting/alarm-template?alarmTemplateId=2',
  );
  await userEvent.type(await screen.findByLabelText(/^이름/), ' 2');
  await userEvent.click(screen.getByText('저장'));
  await screen.findByText('다른 사용자가 먼저 변경했습니다');
  await userEvent.click(screen.getByText('덮어쓰기'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual([
    ['당직 2', 3],
    ['당직 2', 9],
  ]);
});
