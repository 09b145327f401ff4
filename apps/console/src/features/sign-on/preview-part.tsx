import type { BodyOf, ResponseOf } from '@gwanje/contract/definition/endpoint';
import { UserNo } from '@gwanje/contract/definition/fields';
import {
  type getSignOnRules,
  previewSignOnRules,
  type SignOnResult,
} from '@gwanje/contract/settings/sign-on-rules';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { labelOf, roleChoiceKey } from '@gwanje/domain/mappings/labels';
import { TextButton } from '@gwanje/ui/buttons';
import { Chip } from '@gwanje/ui/chip';
import { FormRows, ValueRow } from '@gwanje/ui/form-row';
import { Panel } from '@gwanje/ui/panel';
import { NativeSelect, Select, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailed } from '#components/loading/load-failed.tsx';
import { apiQuery } from '#core/api/query.ts';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { useRoleLabel } from '#entities/users/user-chips.tsx';
import { namesOf, type RulesDraft, rulesErrors, rulesOf } from './rules-form.ts';
import classes from './sign-on.module.css';
import { useSubGroupName } from './sub-groups.ts';

type Asked = BodyOf<typeof previewSignOnRules>;
type Preview = ResponseOf<typeof previewSignOnRules>;

/** The fields of the question begin on one line. */
const HINT_BELOW: ['label', 'input', 'description'] = ['label', 'input', 'description'];

interface PreviewPartProps {
  readonly draft: RulesDraft;
  readonly users: ResponseOf<typeof getSignOnRules>['userList'];
}

/** What the rules on the page would give, and whom they would change. */
export function PreviewPart({ draft, users }: PreviewPartProps) {
  const t = useT();
  const [by, setBy] = useState<'names' | 'user'>('names');
  const [names, setNames] = useState('');
  const [userNo, setUserNo] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isInvalid, setIsInvalid] = useState(false);
  const { data, error, isFetching, isError, refetch } = useQuery({
    ...apiQuery(previewSignOnRules, { body: asked ?? { rules: rulesOf(NO_DRAFT) } }, { staleMs: 0 }),
    enabled: asked !== null,
  });
  const isOutdated =
    asked !== null && rulesErrors(draft).rules === undefined
      ? JSON.stringify(asked.rules) !== JSON.stringify(rulesOf(draft))
      : asked !== null;

  function run(): void {
    const isWrong = rulesErrors(draft).rules !== undefined;
    setIsInvalid(isWrong);
    if (isWrong) return;
    const target =
      by === 'user'
        ? userNo === null
          ? {}
          : { userNo: UserNo.parse(Number(userNo)) }
        : { valueList: namesOf(names) };
    const next = { rules: rulesOf(draft), ...target };
    if (JSON.stringify(next) === JSON.stringify(asked)) void refetch();
    else setAsked(next);
  }

  return (
    <>
      <Panel title={t('signOn.preview')} note={t('signOn.previewNote')} padded>
        <div className={classes.ask}>
          <NativeSelect
            label={t('signOn.by.label')}
            value={by}
            data={(['names', 'user'] as const).map((value) => ({ value, label: t(`signOn.by.${value}`) }))}
            onChange={(event) => setBy(event.currentTarget.value === 'user' ? 'user' : 'names')}
          />
          {by === 'names' ? (
            <Textarea
              label={t('signOn.names')}
              description={t('signOn.namesHint')}
              inputWrapperOrder={HINT_BELOW}
              rows={3}
              spellCheck={false}
              value={names}
              onChange={(event) => setNames(event.currentTarget.value)}
            />
          ) : (
            <Select
              label={t('signOn.user')}
              description={t('signOn.userHint')}
              inputWrapperOrder={HINT_BELOW}
              data={users.map((user) => {
                const name = `${user.name} (${user.userId})`;
                const label = user.signedOnAt === null ? t('signOn.neverSeen', { name }) : name;
                return { value: String(user.userNo), label };
              })}
              value={userNo}
              onChange={setUserNo}
              openOnFocus={false}
              searchable
              clearable
            />
          )}
          <div className={classes.run}>
            <TextButton icon="mdi-eye-outline" loading={isFetching} onClick={run}>
              {t('signOn.run')}
            </TextButton>
          </div>
        </div>
        <div aria-live="polite" className={classes.answer}>
          {isInvalid && <p className={classes.error}>{t('signOn.invalid')}</p>}
          {!isInvalid && isOutdated && <p className={classes.outdated}>{t('signOn.outdated')}</p>}
          {data && data.unseenClaimList.length > 0 && (
            <p className={classes.outdated}>
              {t('signOn.unseenClaims', { names: data.unseenClaimList.join(', ') })}
            </p>
          )}
          {asked && data && <Result preview={data} asked={asked} />}
        </div>
        {isError && <LoadFailed title={t('signOn.previewFailed')} query={{ error, refetch }} />}
      </Panel>
      {asked && data && <Changes preview={data} />}
    </>
  );
}

const NO_DRAFT: RulesDraft = { rules: [], otherwise: 'keep', version: 0 };

function Result({ preview, asked }: { readonly preview: Preview; readonly asked: Asked }) {
  const t = useT();
  const subGroupName = useSubGroupName();
  const { result, valueList } = preview;
  if (!result)
    return asked.userNo === undefined ? null : <p className={classes.note}>{t('signOn.unknownUser')}</p>;
  const ruleNo = (index: number) => t('signOn.byRule', { no: index + 1 });
  return (
    <FormRows>
      <ValueRow label={t('signOn.resultNames')}>
        {valueList.length === 0 ? (
          t('signOn.none')
        ) : (
          <bdi className={classes.name}>{valueList.join(', ')}</bdi>
        )}
      </ValueRow>
      <ValueRow label={t('signOn.resultRules')}>
        {result.ruleNoList.length === 0 ? t('signOn.none') : result.ruleNoList.map(ruleNo).join(', ')}
      </ValueRow>
      <ValueRow label={t('signOn.resultRole')}>
        <span className={classes.verdict}>
          <RoleChip role={result.role} />
          <span className={classes.none}>
            {result.roleRuleNo === null ? t('signOn.byNone') : ruleNo(result.roleRuleNo)}
          </span>
        </span>
      </ValueRow>
      <ValueRow label={t('signOn.resultGroups')}>
        {result.grantedSubGroupIdList.length === 0
          ? t('signOn.none')
          : result.grantedSubGroupIdList.map(subGroupName).join(', ')}
      </ValueRow>
    </FormRows>
  );
}

function RoleChip({ role }: { readonly role: SignOnResult['role'] }) {
  const t = useT();
  const language = useLanguage();
  if (role === 'refuse') return <Chip colour="red" icon="mdi-cancel" label={t('signOn.refused')} />;
  if (role === 'keep') return <Chip colour="grey" label={t('signOn.kept')} />;
  return <Chip colour="accent" label={labelOf(roleChoiceKey(role), language)} />;
}

function Changes({ preview: { changedCnt, changeList } }: { readonly preview: Preview }) {
  const t = useT();
  const roleLabel = useRoleLabel();
  const subGroupName = useSubGroupName();
  return (
    <Panel
      title={t('signOn.changes')}
      note={`${t('signOn.changedCnt', { cnt: changedCnt })} · ${t('signOn.changesNote')}`}
      padded
    >
      {changedCnt === 0 ? (
        <p className={classes.note}>{t('signOn.noChanges')}</p>
      ) : (
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                {(['user', 'before', 'after', 'groups', 'signedOnAt'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`signOn.change.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {changeList.map((change) => (
                <tr key={change.userNo}>
                  <td>
                    <bdi>{change.name}</bdi> <span className={classes.none}>{change.userId}</span>
                  </td>
                  <td>{roleLabel({ role: change.roleBefore, isKeyUser: change.isKeyUserBefore })}</td>
                  <td>
                    <RoleChip role={change.role} />
                  </td>
                  <td>
                    <SubGroupChange
                      added={change.addedSubGroupIdList.map(subGroupName)}
                      removed={change.removedSubGroupIdList.map(subGroupName)}
                    />
                  </td>
                  <td className={classes.time}>{formatTimestamp(change.signedOnAt)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {changedCnt > changeList.length && (
            <p className={classes.note}>{t('signOn.moreChanges', { cnt: changedCnt - changeList.length })}</p>
          )}
        </div>
      )}
    </Panel>
  );
}

function SubGroupChange({ added, removed }: { readonly added: string[]; readonly removed: string[] }) {
  const t = useT();
  if (added.length + removed.length === 0) return <span className={classes.none}>{t('signOn.same')}</span>;
  return (
    <>
      {added.length > 0 && (
        <div>
          <Chip colour="normal" label={t('signOn.added')} /> {added.join(', ')}
        </div>
      )}
      {removed.length > 0 && (
        <div>
          <Chip colour="orange" label={t('signOn.removed')} /> {removed.join(', ')}
        </div>
      )}
    </>
  );
}
