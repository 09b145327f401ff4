import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { RoleChoice } from '@gwanje/contract/definition/fields';
import {
  type getSecuritySettings,
  networkScopes,
  STANDARD_SECURITY,
  updateSecuritySettings,
} from '@gwanje/contract/settings/security';
import { formatCount } from '@gwanje/domain/formats/numbers';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { labelOf, roleChoiceKey } from '@gwanje/domain/mappings/labels';
import { FormRow, FormRows } from '@gwanje/ui/form-row';
import { Panel } from '@gwanje/ui/panel';
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CheckedForm } from '#components/forms/checked-form.tsx';
import { EditActions } from '#components/forms/edit-actions.tsx';
import { type EditForm, useEditForm } from '#components/forms/use-edit-form.ts';
import { LoadedPage, SettingsHeader } from '#components/settings/settings-header.tsx';
import { call } from '#core/api/client.ts';
import { queryClient } from '#core/api/query-client.ts';
import { type Translate, useLanguage, useT } from '#core/i18n/i18n.ts';
import classes from './security.module.css';
import {
  choicesOf,
  type NumberRule,
  numberParts,
  roleChoices,
  SECURITY_REASONS,
  type SecurityDraft,
  type SecurityField,
  securityDraft,
  securityErrors,
  securityQuery,
  settingsOf,
  unlimitedAtZero,
} from './security-form.ts';

type Stored = ResponseOf<typeof getSecuritySettings>;
type Form = EditForm<SecurityDraft, SecurityField>;

/** The rules of access of the installation, read-only until 수정. */
export function SecurityPage() {
  const t = useT();
  const query = useQuery(securityQuery);
  return (
    <LoadedPage query={query} title={t('routes.settingSecurity')} failedTitle={t('security.failed')}>
      {(stored) => <SecurityEditor stored={stored} />}
    </LoadedPage>
  );
}

function SecurityEditor({ stored }: { readonly stored: Stored }) {
  const t = useT();
  const form = useEditForm({
    initialValues: securityDraft(stored.settings, stored.version),
    startsReadOnly: true,
    validate: securityErrors,
    reasons: SECURITY_REASONS,
    save: (draft) =>
      call(updateSecuritySettings, { body: { settings: settingsOf(draft), version: draft.version } }),
    conflict: {
      reload: loadLatest,
      overwrite: (mine, { version }) => ({ ...mine, version }),
    },
    onSaved: async () => void (await loadLatest()),
  });

  async function loadLatest(): Promise<SecurityDraft> {
    await queryClient.invalidateQueries({ queryKey: securityQuery.queryKey });
    const latest = await queryClient.ensureQueryData(securityQuery);
    return securityDraft(latest.settings, latest.version);
  }

  return (
    <CheckedForm attempt={form.frame.attempt} onSubmit={form.frame.onSubmit}>
      <SettingsHeader
        title={t('routes.settingSecurity')}
        dataAge={
          stored.updatedAt === null
            ? t('security.unchanged')
            : t('security.updatedAt', { at: formatTimestamp(stored.updatedAt) })
        }
        actions={<EditActions {...form.editing} />}
      />
      <p className={classes.lead}>{t('security.lead')}</p>
      <div className={classes.parts}>
        <NumberPart part="sessions" form={form} stored={stored} />
        <NumberPart part="passwords" form={form} stored={stored} />
        <FactorPart form={form} stored={stored} />
        <NumberPart part="accounts" form={form} stored={stored} />
        <NumberPart part="audit" form={form} stored={stored} />
        <NetworksPart form={form} stored={stored} />
      </div>
    </CheckedForm>
  );
}

interface PartProps {
  readonly form: Form;
  readonly stored: Stored;
}

function NumberPart({ part, form, stored }: PartProps & { readonly part: keyof typeof numberParts }) {
  const t = useT();
  return (
    <Panel title={t(`security.part.${part}`)}>
      <FormRows>
        {numberParts[part].map((rule) => (
          <NumberRow key={rule} rule={rule} form={form} stored={stored} />
        ))}
      </FormRows>
    </Panel>
  );
}

/** Says what the rule does also while nobody edits it. */
function NumberRow({ rule, form, stored }: PartProps & { readonly rule: NumberRule }) {
  const t = useT();
  const effect = `${t(`security.hint.${rule}`)} ${t('security.standard', { value: ruleText(rule, STANDARD_SECURITY[rule], t) })}`;
  return (
    <FormRow
      label={t(`security.field.${rule}`)}
      hint={effect}
      {...form.row(rule)}
      readOnlyValue={
        <>
          <RuleValue rule={rule} value={stored.settings[rule]} />
          <p className={classes.effect}>{effect}</p>
        </>
      }
    >
      <div className={classes.number}>
        {choicesOf[rule] ? (
          <NativeSelect
            className={classes.digits ?? ''}
            data={choicesOf[rule].map((value) => ({
              value: String(value),
              label: formatCount(value),
            }))}
            {...form.input(rule)}
          />
        ) : (
          <TextInput
            inputMode="numeric"
            maxLength={6}
            className={classes.digits ?? ''}
            {...form.input(rule)}
          />
        )}
        <span>{t(`security.unit.${rule}`)}</span>
      </div>
    </FormRow>
  );
}

/** Who needs a second factor, and which changes ask again who the user is. */
function FactorPart({ form, stored }: PartProps) {
  const t = useT();
  const language = useLanguage();
  const { factorRoles } = stored.settings;
  const nameOf = (role: RoleChoice) => labelOf(roleChoiceKey(role), language);
  return (
    <Panel title={t('security.part.factors')}>
      <FormRows>
        <FormRow
          label={t('security.field.factorRoles')}
          hint={t('security.hint.factorRoles')}
          isReadOnly={form.isReadOnly}
          readOnlyValue={
            factorRoles.length > 0 ? (
              factorRoles.map(nameOf).join(', ')
            ) : (
              <span className={classes.none}>{t('security.noRole')}</span>
            )
          }
        >
          <Checkbox.Group
            value={form.values.factorRoles.map(String)}
            error={form.errorOf('factorRoles')}
            onChange={(roles) =>
              form.change({ factorRoles: roleChoices.filter((role) => roles.includes(String(role))) })
            }
          >
            <div className={classes.roles}>
              {roleChoices.map((role) => (
                <Checkbox key={role} size="xs" value={String(role)} label={nameOf(role)} />
              ))}
            </div>
          </Checkbox.Group>
        </FormRow>
        <NumberRow rule="proofMin" form={form} stored={stored} />
      </FormRows>
    </Panel>
  );
}

function RuleValue({ rule, value }: { readonly rule: NumberRule; readonly value: number }) {
  const t = useT();
  const text = ruleText(rule, value, t);
  return isUnlimited(rule, value) ? <span className={classes.none}>{text}</span> : text;
}

function isUnlimited(rule: NumberRule, value: number): boolean {
  return value === 0 && unlimitedAtZero.has(rule);
}

function ruleText(rule: NumberRule, value: number, t: Translate): string {
  return isUnlimited(rule, value) ? t('security.none') : t(`security.value.${rule}`, { value });
}

function NetworksPart({ form, stored }: PartProps) {
  const t = useT();
  return (
    <Panel title={t('security.part.networks')}>
      <p className={classes.note}>
        {t('security.networksEffect')} {t('security.ownAddress', { address: stored.ownAddress })}
      </p>
      <FormRows>
        {networkScopes.map((scope) => {
          const networks = stored.settings.networks[scope];
          return (
            <FormRow
              key={scope}
              label={t(`security.networks.${scope}`)}
              hint={t('security.networksHint')}
              {...form.row(scope)}
              readOnlyValue={
                networks.length > 0 ? (
                  networks.join(', ')
                ) : (
                  <span className={classes.none}>{t('security.everywhere')}</span>
                )
              }
            >
              <Textarea rows={2} spellCheck={false} {...form.input(scope)} />
            </FormRow>
          );
        })}
      </FormRows>
    </Panel>
  );
}
