import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { listWebhookKinds } from '@gwanje/contract/alarms/webhooks';
import { alarmItems } from '@gwanje/domain/alarms/registry';
import { labelOf } from '@gwanje/domain/labels';
import { Switch, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#core/api/query.ts';
import { useT } from '#core/i18n/i18n.ts';
import classes from '../templates.module.css';
import { previewOf, type WebhookDraft } from './webhook-form.ts';

const kindsQuery = apiQuery(listWebhookKinds, {}, { staleMs: 600_000 });

interface WebhookBodyProps {
  readonly draft: WebhookDraft;
  readonly fault: string | undefined;
  readonly onChange: (patch: Partial<WebhookDraft>) => void;
}

/** The body template, the variables that it may use, and a preview. */
export function WebhookBody({ draft, fault, onChange }: WebhookBodyProps) {
  const t = useT();
  const { data } = useQuery(kindsQuery);
  const standard = data?.kindList.find(({ kind }) => kind === draft.kind);
  const template = draft.hasOwnBody ? draft.body : (standard?.bodyTemplate[draft.language] ?? '');
  return (
    <>
      {standard && !standard.isAvailable && <p className={classes.bad}>{t('alarmTemplates.hook.noMail')}</p>}
      <Switch
        size="xs"
        label={t('alarmTemplates.hook.ownBody')}
        checked={draft.hasOwnBody}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ hasOwnBody: checked, body: draft.body === '' ? template : draft.body })
        }
      />
      {draft.hasOwnBody && (
        <>
          <Textarea
            label={t('alarmTemplates.hook.body')}
            value={draft.body}
            error={fault}
            rows={6}
            maxLength={10_000}
            spellCheck={false}
            onChange={(event) => onChange({ body: event.currentTarget.value })}
          />
          <div className={classes.words}>
            {data?.variableList.map((variable) => (
              <button
                key={variable}
                type="button"
                className={classes.word}
                title={t('alarmTemplates.hook.addWord')}
                onClick={() => onChange({ body: `${draft.body}{{${variable}}}` })}
              >
                {variable}
              </button>
            ))}
          </div>
        </>
      )}
      {template !== '' && (
        <section aria-label={t('alarmTemplates.hook.preview')}>
          <p className={classes.note}>{t('alarmTemplates.hook.preview')}</p>
          <pre className={classes.preview}>{previewOf(template, examples(draft.language))}</pre>
        </section>
      )}
    </>
  );
}

function examples(language: 'ko' | 'en'): Readonly<Record<string, string>> {
  const item = alarmItems['node.cpuUsage'].label[language];
  return {
    deliveryId: '7d0e7c1e-5b0a-4c57-9d0e-1a2b3c4d5e6f',
    reason: 'occurred',
    summary: `${item} 97 % (95 %)`,
    alarmId: '1024',
    level: labelOf('alarmLevel.critical', language),
    type: labelOf('alarmType.performance', language),
    state: labelOf('confirmLevel.occurred', language),
    cluster: 'prod-seoul-01',
    target: labelOf('objectType.node', language),
    namespace: '',
    name: 'node-07',
    node: 'node-07',
    item,
    value: '97 %',
    threshold: '95 %',
    count: '1',
    occurredAt: '2026-11-16 09:00:00',
    changedAt: '2026-11-16 09:00:00',
    user: '',
    memo: '',
    link: `${window.location.origin}/alarm-list`,
  };
}
