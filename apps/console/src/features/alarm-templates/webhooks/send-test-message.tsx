import { sendTestWebhook } from '@gwanje/contract/alarms/webhooks';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { AlarmTemplateId } from '@gwanje/contract/definition/ids';
import { Icon } from '@gwanje/ui/icon';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { type FieldErrors, hasErrors } from '#components/forms/field-errors.ts';
import { showFailure } from '#components/forms/show-failure.ts';
import { useBusy } from '#components/forms/use-busy.ts';
import { call } from '#core/api/client.ts';
import { useT } from '#core/i18n/i18n.ts';
import classes from '../templates.module.css';
import { type WebhookDraft, type WebhookField, webhookBody, webhookErrors } from './webhook-form.ts';

interface SendTestMessageProps {
  readonly alarmTemplateId: AlarmTemplateId;
  readonly draft: WebhookDraft;
  readonly onFaults: (faults: FieldErrors<WebhookField>) => void;
}

/** Sends a test message with the fields as typed, saved or not, and shows the result. */
export function SendTestMessage({ alarmTemplateId, draft, onFaults }: SendTestMessageProps) {
  const t = useT();
  const [answer, setAnswer] = useState<ResponseOf<typeof sendTestWebhook>>();
  const [isBusy, run] = useBusy();

  async function send(): Promise<void> {
    setAnswer(undefined);
    const { name: _unnamed, ...found } = webhookErrors(draft);
    if (hasErrors(found)) return onFaults(found);
    const { kind, url, recipientList, bodyTemplate, language } = webhookBody(draft);
    try {
      const body = { alarmTemplateId, kind, url, recipientList, bodyTemplate, language };
      setAnswer(await call(sendTestWebhook, { body }));
    } catch (error) {
      await showFailure(error);
    }
  }

  return (
    <div className={classes.test} aria-live="polite">
      <Button
        variant="default"
        loading={isBusy}
        leftSection={<Icon name="mdi-send-outline" />}
        onClick={() => void run(send)}
      >
        {t('alarmTemplates.hook.test')}
      </Button>
      {answer?.isDelivered && (
        <span className={classes.good}>
          {t('alarmTemplates.hook.delivered', { tookMs: answer.tookMs, status: answer.status ?? '-' })}
        </span>
      )}
      {answer && !answer.isDelivered && (
        <span className={classes.bad}>
          {t(`alarmTemplates.hook.faults.${answer.fault ?? 'connection'}`)}
          {answer.status !== null && ` (${answer.status})`}
        </span>
      )}
    </div>
  );
}
