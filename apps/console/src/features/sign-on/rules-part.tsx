import { MAX_SIGN_ON_RULES, ruleMatches } from '@gwanje/contract/settings/sign-on-rules';
import { assignableRoles } from '@gwanje/domain/access/permissions';
import { labelOf, roleChoiceKey } from '@gwanje/domain/mappings/labels';
import { IconButton, TextButton } from '@gwanje/ui/buttons';
import { Panel } from '@gwanje/ui/panel';
import { MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { useSession } from '#core/session/session-store.ts';
import { movedRule, newRule, type RuleDraft, ruleErrors, withRule } from './rules-form.ts';
import classes from './sign-on.module.css';
import { useSubGroupChoices, useSubGroupName } from './sub-groups.ts';

interface RulesPartProps {
  readonly rules: readonly RuleDraft[];
  readonly isReadOnly: boolean;
  readonly showsErrors: boolean;
  readonly error: string | undefined;
  readonly onChange: (rules: readonly RuleDraft[]) => void;
  /** What holds when no rule fits. */
  readonly children: ReactNode;
}

export function RulesPart({ rules, isReadOnly, showsErrors, error, onChange, children }: RulesPartProps) {
  const t = useT();
  return (
    <Panel
      title={t('signOn.rules')}
      note={t('signOn.rulesNote')}
      actions={
        !isReadOnly &&
        rules.length < MAX_SIGN_ON_RULES && (
          <TextButton icon="mdi-plus" onClick={() => onChange([...rules, newRule(rules)])}>
            {t('signOn.add')}
          </TextButton>
        )
      }
      padded
    >
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      {rules.length === 0 && <p className={classes.note}>{t('signOn.noRules')}</p>}
      {rules.length > 0 &&
        (isReadOnly ? <RuleTable rules={rules} /> : <RuleInputs {...{ rules, showsErrors, onChange }} />)}
      {children}
    </Panel>
  );
}

function useRoleName(): (role: string | number) => string {
  const language = useLanguage();
  return (role) => labelOf(roleChoiceKey(Number(role)), language);
}

function RuleTable({ rules }: { readonly rules: readonly RuleDraft[] }) {
  const t = useT();
  const roleName = useRoleName();
  const subGroupName = useSubGroupName();
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            {(['no', 'claim', 'match', 'value', 'role', 'groups'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`signOn.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rules.map((rule, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no identity but its place
            <tr key={index}>
              <td>{index + 1}</td>
              <td>{rule.claim}</td>
              <td>{t(`signOn.match.${rule.match}`)}</td>
              <td>
                <bdi className={classes.name}>{rule.value}</bdi>
              </td>
              <td>{rule.role === '' ? <Nothing text={t('signOn.noRole')} /> : roleName(rule.role)}</td>
              <td>
                {rule.subGroupIds.length === 0 ? (
                  <Nothing text={t('signOn.noGroups')} />
                ) : (
                  rule.subGroupIds.map(subGroupName).join(', ')
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Nothing({ text }: { readonly text: string }) {
  return <span className={classes.none}>{text}</span>;
}

type RuleInputsProps = Pick<RulesPartProps, 'rules' | 'showsErrors' | 'onChange'>;

function RuleInputs({ rules, showsErrors, onChange }: RuleInputsProps) {
  const t = useT();
  const user = useSession((state) => state.user);
  const roleName = useRoleName();
  const subGroups = useSubGroupChoices();
  return (
    <ol className={classes.rules}>
      {rules.map((rule, index) => {
        const no = index + 1;
        const errors = showsErrors ? ruleErrors(rule) : {};
        const change = (patch: Partial<RuleDraft>) => onChange(withRule(rules, index, patch));
        const named = (field: 'claim' | 'match' | 'value' | 'role' | 'groups') => ({
          label: index === 0 ? t(`signOn.column.${field}`) : undefined,
          'aria-label': t('signOn.fieldOf', { no, field: t(`signOn.column.${field}`) }),
        });
        // A stored role that this admin may not give stays a choice of its rule.
        const roles = [...new Set([...(user ? assignableRoles(user) : []).map(String), rule.role])];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no identity but its place
          <li key={index} className={classes.rule}>
            <span className={classes.place}>{t('signOn.ruleNo', { no })}</span>
            <TextInput
              {...named('claim')}
              value={rule.claim}
              maxLength={100}
              spellCheck={false}
              error={errors.claim && t(errors.claim)}
              onChange={(event) => change({ claim: event.currentTarget.value })}
            />
            <NativeSelect
              {...named('match')}
              value={rule.match}
              data={ruleMatches.map((value) => ({ value, label: t(`signOn.match.${value}`) }))}
              onChange={({ currentTarget: { value } }) => {
                const match = ruleMatches.find((one) => one === value);
                if (match) change({ match });
              }}
            />
            <TextInput
              {...named('value')}
              value={rule.value}
              maxLength={200}
              spellCheck={false}
              dir="auto"
              error={errors.value && t(errors.value)}
              onChange={(event) => change({ value: event.currentTarget.value })}
            />
            <NativeSelect
              {...named('role')}
              value={rule.role}
              data={[
                { value: '', label: t('signOn.noRole') },
                ...roles
                  .filter((role) => role !== '')
                  .map((role) => ({ value: role, label: roleName(role) })),
              ]}
              onChange={(event) => change({ role: event.currentTarget.value })}
            />
            <MultiSelect
              {...named('groups')}
              className={classes.groups ?? ''}
              placeholder={rule.subGroupIds.length === 0 ? t('signOn.noGroups') : ''}
              data={[...subGroups]}
              value={[...rule.subGroupIds]}
              onChange={(subGroupIds) => change({ subGroupIds })}
              openOnFocus={false}
              searchable
              clearable
            />
            <span className={classes.tools}>
              <IconButton
                icon="mdi-arrow-up"
                label={t('signOn.up', { no })}
                disabled={index === 0}
                onClick={() => onChange(movedRule(rules, index, index - 1))}
              />
              <IconButton
                icon="mdi-arrow-down"
                label={t('signOn.down', { no })}
                disabled={index === rules.length - 1}
                onClick={() => onChange(movedRule(rules, index, index + 1))}
              />
              <IconButton
                icon="mdi-close"
                label={t('signOn.remove', { no })}
                onClick={() => onChange(rules.toSpliced(index, 1))}
              />
            </span>
          </li>
        );
      })}
    </ol>
  );
}
