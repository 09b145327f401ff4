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
import { Chip } from '@gwanje/ui/chip';
import { FormRow, FormRows, ValueRow } from '@gwanje/ui/form-row';
import { Panel } from '@gwanje/ui/panel';
import { Checkbox, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CheckedForm } from '#components/forms/checked-form.tsx';
import { EditActions } from '#components/forms/edit-actions.tsx';
import { type EditForm, useEditForm } from '#components/forms/use-edit-form.ts';
import { LoadedPage, SettingsHeader } from '#components/settings/settings-header.tsx';
import { call } from '#core/api/client.ts';
import { queryClient } from '#core/api/query-client.ts';
import { type Translate, useLanguage, useT } from '#core/i18n/i18n.ts';
import { AuditReceivers, auditStateQuery } from '#entities/audit/audit-receivers.tsx';
import { RelatedPages } from './related-pages.tsx';
import classes from './security.module.css';
import {
  choicesOf,
  isOffAtZero,
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
        <div className={classes.column}>
          <NumberPart part="sessions" form={form} stored={stored} />
          <NumberPart part="passwords" form={form} stored={stored} />
          <NumberPart part="accounts" form={form} stored={stored} />
        </div>
        <div className={classes.column}>
          <FactorPart form={form} stored={stored} />
          <NetworksPart form={form} stored={stored} />
          <NumberPart part="audit" form={form} stored={stored}>
            <ReceiversRow />
          </NumberPart>
          <RelatedPages />
        </div>
      </div>
    </CheckedForm>
  );
}

interface PartProps {
  readonly form: Form;
  readonly stored: Stored;
}

interface NumberPartProps extends PartProps {
  readonly part: keyof typeof numberParts;
  /** More rows. */
  readonly children?: ReactNode;
}

function NumberPart({ part, form, stored, children }: NumberPartProps) {
  const t = useT();
  return (
    <Panel title={t(`security.part.${part}`)}>
      <FormRows>
        {numberParts[part].map((rule) => (
          <NumberRow key={rule} rule={rule} form={form} stored={stored} />
        ))}
        {children}
      </FormRows>
    </Panel>
  );
}

/** Who gets a copy of the audit log. The environment of the server decides, so nobody changes it here. */
function ReceiversRow() {
  const t = useT();
  const { data: state } = useQuery(auditStateQuery);
  return (
    <ValueRow label={t('security.field.receivers')}>
      {state && <AuditReceivers receiverList={state.receiverList} />}
    </ValueRow>
  );
}

function NumberRow({ rule, form, stored }: PartProps & { readonly rule: NumberRule }) {
  const t = useT();
  const value = stored.settings[rule];
  const standard = ruleText(rule, STANDARD_SECURITY[rule], t);
  const effect = t(`security.effect.${rule}`);
  return (
    <FormRow
      label={t(`security.field.${rule}`)}
      hint={effect}
      {...form.row(rule)}
      readOnlyValue={
        <RuleInWords
          value={ruleText(rule, value, t)}
          isOff={value === 0}
          standard={value === STANDARD_SECURITY[rule] ? null : standard}
          effect={effect}
        />
      }
    >
      <div className={classes.number}>
        {choicesOf[rule] ? (
          <NativeSelect
            className={classes.digits ?? ''}
            data={choicesOf[rule].map((choice) => ({
              value: String(choice),
              label: formatCount(choice),
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
        <span className={classes.limits}>
          {t(`security.range.${rule}`)} · {t('security.standard', { value: standard })}
        </span>
      </div>
    </FormRow>
  );
}

interface RuleInWordsProps {
  readonly value: ReactNode;
  readonly isOff: boolean;
  /** The default; null: the value is the default. */
  readonly standard: string | null;
  readonly effect: string;
  /** Why the rule has no effect. */
  readonly problem?: ReactNode;
}

/** A rule while nobody edits it: its value, its default, and what it does. */
function RuleInWords({ value, isOff, standard, effect, problem }: RuleInWordsProps) {
  const t = useT();
  return (
    <>
      <span className={isOff ? classes.off : undefined}>{value}</span>
      <span className={classes.standard}>
        {standard === null ? t('security.isStandard') : t('security.standard', { value: standard })}
      </span>
      <p className={classes.effect}>{effect}</p>
      {problem}
    </>
  );
}

/** The environment of the server names the mail server, so nobody changes it here. */
function NoMailServer() {
  const t = useT();
  return (
    <p className={classes.problem}>
      <Chip colour="orange" label={t('security.noMailServer')} /> {t('security.noMailServerText')}
    </p>
  );
}

function ruleText(rule: NumberRule, value: number, t: Translate): string {
  return value === 0 && isOffAtZero(rule)
    ? t(`security.off.${rule}`)
    : t(`security.value.${rule}`, { value: formatCount(value) });
}

/** Who needs a second factor, which changes ask again who the user is, and what users hear of new devices. */
function FactorPart({ form, stored }: PartProps) {
  const t = useT();
  const language = useLanguage();
  const { factorRoles, mailsNewBrowser } = stored.settings;
  const nameOf = (role: RoleChoice) => labelOf(roleChoiceKey(role), language);
  const noMail = !stored.hasMailServer && <NoMailServer />;
  const mailText = (isOn: boolean) => t(isOn ? 'security.mailed.yes' : 'security.mailed.no');
  return (
    <Panel title={t('security.part.factors')}>
      <FormRows>
        <FormRow
          label={t('security.field.factorRoles')}
          hint={`${t('security.effect.factorRoles')} ${t('security.standard', { value: t('security.noRole') })}`}
          isReadOnly={form.isReadOnly}
          readOnlyValue={
            <RuleInWords
              value={factorRoles.length > 0 ? factorRoles.map(nameOf).join(', ') : t('security.noRole')}
              isOff={factorRoles.length === 0}
              standard={factorRoles.length === 0 ? null : t('security.noRole')}
              effect={t('security.effect.factorRoles')}
            />
          }
        >
          <Checkbox.Group
            value={form.values.factorRoles.map(String)}
            error={form.errorOf('factorRoles')}
            classNames={{ error: classes.rolesError ?? '' }}
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
        <FormRow
          label={t('security.field.mailsNewBrowser')}
          hint={`${t('security.effect.mailsNewBrowser')} ${t('security.standard', { value: mailText(STANDARD_SECURITY.mailsNewBrowser) })}`}
          isReadOnly={form.isReadOnly}
          readOnlyValue={
            <RuleInWords
              value={mailText(mailsNewBrowser)}
              isOff={!mailsNewBrowser}
              standard={
                mailsNewBrowser === STANDARD_SECURITY.mailsNewBrowser
                  ? null
                  : mailText(STANDARD_SECURITY.mailsNewBrowser)
              }
              effect={t('security.effect.mailsNewBrowser')}
              problem={noMail}
            />
          }
        >
          <Switch
            className={classes.switch ?? ''}
            label={t('security.mailsLabel')}
            {...form.flag('mailsNewBrowser')}
          />
          {noMail}
        </FormRow>
      </FormRows>
    </Panel>
  );
}

function NetworksPart({ form, stored }: PartProps) {
  const t = useT();
  return (
    <Panel title={t('security.part.networks')}>
      <p className={classes.note}>
        {t('security.networksEffect')} {!form.isReadOnly && t('security.networksFormat')}{' '}
        {t('security.ownAddress', { address: stored.ownAddress })}
      </p>
      <FormRows>
        {networkScopes.map((scope) => {
          const networks = stored.settings.networks[scope];
          return (
            <FormRow
              key={scope}
              label={t(`security.networks.${scope}`)}
              {...form.row(scope)}
              readOnlyValue={
                networks.length > 0 ? (
                  networks.join(', ')
                ) : (
                  <>
                    <span className={classes.off}>{t('security.everywhere')}</span>
                    <span className={classes.standard}>{t('security.isStandard')}</span>
                  </>
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
