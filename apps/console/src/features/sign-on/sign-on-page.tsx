import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import {
  type getSignOnRules,
  otherwiseChoices,
  updateSignOnRules,
} from '@gwanje/contract/settings/sign-on-rules';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CheckedForm } from '#components/forms/checked-form.tsx';
import { EditActions } from '#components/forms/edit-actions.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { LoadedPage, SettingsHeader } from '#components/settings/settings-header.tsx';
import { call } from '#core/api/client.ts';
import { queryClient } from '#core/api/query-client.ts';
import { useT } from '#core/i18n/i18n.ts';
import { PreviewPart } from './preview-part.tsx';
import { type RulesDraft, rulesDraft, rulesErrors, rulesOf, signOnQuery } from './rules-form.ts';
import { RulesPart } from './rules-part.tsx';
import classes from './sign-on.module.css';

type Stored = ResponseOf<typeof getSignOnRules>;

const REASONS = {
  rules: {
    ownAccess: 'signOn.errors.ownAccess',
    ownClaim: 'signOn.errors.ownClaim',
    keyAdminRules: 'signOn.errors.keyAdminRules',
  },
} as const;

/** The rules by which single sign-on gives roles and sub groups, read-only until 수정. */
export function SignOnPage() {
  const t = useT();
  const query = useQuery(signOnQuery);
  return (
    <LoadedPage query={query} title={t('routes.settingSignOn')} failedTitle={t('signOn.failed')}>
      {(stored) => <SignOnEditor stored={stored} />}
    </LoadedPage>
  );
}

function SignOnEditor({ stored }: { readonly stored: Stored }) {
  const t = useT();
  const form = useEditForm<RulesDraft, 'rules'>({
    initialValues: rulesDraft(stored.rules, stored.version),
    startsReadOnly: true,
    validate: rulesErrors,
    reasons: REASONS,
    save: (draft) => call(updateSignOnRules, { body: { rules: rulesOf(draft), version: draft.version } }),
    conflict: {
      reload: loadLatest,
      overwrite: (mine, { version }) => ({ ...mine, version }),
    },
    onSaved: async () => void (await loadLatest()),
  });
  const { values, isReadOnly } = form;
  const shown = isReadOnly ? rulesDraft(stored.rules, stored.version) : values;

  async function loadLatest(): Promise<RulesDraft> {
    await queryClient.invalidateQueries({ queryKey: signOnQuery.queryKey });
    const latest = await queryClient.ensureQueryData(signOnQuery);
    return rulesDraft(latest.rules, latest.version);
  }

  return (
    <CheckedForm attempt={form.frame.attempt} onSubmit={form.frame.onSubmit}>
      <SettingsHeader
        title={t('routes.settingSignOn')}
        dataAge={
          stored.updatedAt === null
            ? t('signOn.unchanged')
            : t('signOn.updatedAt', { at: formatTimestamp(stored.updatedAt) })
        }
        actions={<EditActions {...form.editing} />}
      />
      <p className={classes.lead}>
        {t('signOn.lead')} {t('signOn.stored')}
      </p>
      <div className={classes.parts}>
        <RulesPart
          rules={shown.rules}
          isReadOnly={isReadOnly}
          showsErrors={form.frame.attempt > 0}
          error={form.errorOf('rules')}
          onChange={(rules) => form.change({ rules })}
        >
          <div className={classes.otherwise}>
            {isReadOnly ? (
              <p className={classes.value}>
                <strong>{t('signOn.otherwise')}</strong> {t(`signOn.otherwiseChoice.${shown.otherwise}`)}
              </p>
            ) : (
              <NativeSelect
                label={t('signOn.otherwise')}
                description={t('signOn.otherwiseHint')}
                value={values.otherwise}
                data={otherwiseChoices.map((value) => ({
                  value,
                  label: t(`signOn.otherwiseChoice.${value}`),
                }))}
                onChange={({ currentTarget: { value } }) => {
                  const otherwise = otherwiseChoices.find((choice) => choice === value);
                  if (otherwise) form.change({ otherwise });
                }}
              />
            )}
          </div>
        </RulesPart>
        <PreviewPart draft={shown} users={stored.userList} />
      </div>
    </CheckedForm>
  );
}
