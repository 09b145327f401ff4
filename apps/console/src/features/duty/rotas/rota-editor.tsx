import {
  deleteRota,
  insertRota,
  listDutyCandidates,
  type RotaInfo,
  updateRota,
} from '@gwanje/contract/duty/duty-rotas';
import { isGroupAdmin } from '@gwanje/domain/access/permissions';
import { TextButton } from '@gwanje/ui/buttons';
import { Panel } from '@gwanje/ui/panel';
import { MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CheckedForm } from '#components/forms/checked-form.tsx';
import { EditActions } from '#components/forms/edit-actions.tsx';
import { NAME_REASONS } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { TimeZoneSelect } from '#components/forms/time-zone-select.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { useSave } from '#components/forms/use-save.ts';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { call } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';
import { queryClient } from '#core/api/query-client.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { useManagedMetaGroups } from '#core/groups/use-managed-meta-groups.ts';
import { useT } from '#core/i18n/i18n.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import { useActor } from '#core/session/session-store.ts';
import { ReadOnlyNotice } from '#core/session/write-access.tsx';
import { invalidateDuty, rotaQuery } from '#entities/duty/duty-queries.ts';
import { todayOf } from '../calendar/calendar-days.ts';
import classes from './rota.module.css';
import {
  newRotaDraft,
  type RotaDraft,
  type RotaForm,
  rotaBody,
  rotaDraft,
  rotaErrors,
  rowErrors,
} from './rota-form.ts';
import { RotaPreview } from './rota-preview.tsx';
import { ShiftsPart } from './shifts-part.tsx';
import { StepsPart } from './steps-part.tsx';

/** The fields of a line stay level. */
const HINT_BELOW: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];
const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const PERSON_REASONS = {
  deleted: 'duty.form.errors.personNoRight',
  suspended: 'duty.form.errors.personSuspended',
  noRight: 'duty.form.errors.personNoRight',
  someGroups: 'duty.form.errors.personNoRight',
} as const;
const REASONS = {
  name: NAME_REASONS,
  metaGroupId: { tooMany: 'duty.form.errors.tooMany' },
  forSubGroupIdList: {},
  timeZone: {},
  validFrom: {},
  validTo: {},
  leadUserNo: PERSON_REASONS,
  shiftList: PERSON_REASONS,
  stepList: {},
} as const;

/** A rota, read-only until 수정; null: a new one. */
export function RotaEditor({ rota }: { readonly rota: RotaInfo | null }) {
  const actor = useActor();
  if (rota === null && !(actor && isGroupAdmin(actor))) return <ReadOnlyNotice />;
  return <Editor rota={rota} />;
}

function Editor({ rota }: { readonly rota: RotaInfo | null }) {
  const t = useT();
  const actor = useActor() ?? { userNo: 0, role: 2, isKeyUser: 'N' };
  const managed = useManagedMetaGroups(actor);
  const [first] = useState(() =>
    rota
      ? rotaDraft(rota)
      : newRotaDraft({
          metaGroupId: null,
          timeZone: browserZone,
          today: todayOf(browserZone, Date.now()),
          shiftNames: [t('duty.form.dayShift'), t('duty.form.nightShift')],
        }),
  );
  const form = useEditForm({
    initialValues: rota ? rotaDraft(rota) : first,
    startsReadOnly: rota !== null,
    validate: rotaErrors,
    reasons: REASONS,
    save: async (draft): Promise<{ dutyRotaId: number }> => {
      const body = rotaBody(draft);
      if (rota === null) return call(insertRota, { body });
      const { dutyRotaId } = rota;
      await call(updateRota, {
        body: { ...body, dutyRotaId, ...(draft.version !== undefined && { version: draft.version }) },
      });
      return { dutyRotaId };
    },
    conflict: {
      reload: async () => (rota ? rotaDraft(await loadLatest(rota.dutyRotaId)) : first),
      overwrite: (mine, { version }) => ({ ...mine, version }),
    },
    onSaved: async ({ dutyRotaId }) => {
      await invalidateDuty();
      if (rota === null) await navigateTo(`/setting/duty?dutyRotaId=${dutyRotaId}`);
    },
  });
  const { save: remove, isSaving: isDeleting } = useSave({
    save: async ({ dutyRotaId, name }: RotaInfo) => {
      const { openItemCnt } = await loadLatest(dutyRotaId);
      const items = openItemCnt > 0 ? `${t('duty.form.deleteItems', { cnt: openItemCnt })} ` : '';
      const isConfirmed = await showConfirm({
        title: t('duty.form.deleteTitle'),
        text: t('duty.form.deleteText', { name }),
        msg: items + t('duty.form.deleteGoes'),
        textConfirm: t('common.delete'),
      });
      return isConfirmed && call(deleteRota, { params: { dutyRotaId: String(dutyRotaId) } });
    },
    onSaved: async () => {
      form.letPass();
      await navigateTo('/setting/duty');
      await invalidateDuty();
    },
  });
  const { values, isReadOnly } = form;
  const people = usePeople(rota, values);
  const errors = form.frame.attempt > 0 ? rowErrors(values) : new Map();

  return (
    <CheckedForm attempt={form.frame.attempt} onSubmit={form.frame.onSubmit}>
      <SettingsHeader
        title={rota?.name ?? t('duty.form.create')}
        path={[{ to: '/setting/duty', label: t('routes.settingDuty') }]}
        readOnlyMark={
          rota?.isChangeable === false && {
            label: t('header.readerOnly'),
            reason: t('duty.form.notChangeable'),
          }
        }
        actions={
          <EditActions
            {...form.editing}
            mayEdit={rota?.isChangeable ?? true}
            onCancel={rota ? form.editing.onCancel : async () => void (await navigateTo('/setting/duty'))}
          >
            {rota?.isChangeable && (
              <TextButton icon="mdi-delete-outline" disabled={isDeleting} onClick={() => remove(rota)}>
                {t('common.delete')}
              </TextButton>
            )}
          </EditActions>
        }
      />
      <fieldset className={classes.form} disabled={isReadOnly}>
        <Panel title={t('duty.form.basics')} padded>
          <div className={classes.grid}>
            <NameField label={t('duty.form.name')} {...form.input('name')} />
            <Select
              label={t('duty.form.group')}
              data={groupChoices(rota, managed)}
              value={values.metaGroupId}
              error={form.errorOf('metaGroupId')}
              onChange={(metaGroupId) => form.change({ metaGroupId, forSubGroupIdList: [] })}
              allowDeselect={false}
              openOnFocus={false}
              disabled={isReadOnly || rota !== null}
              searchable
              required
            />
            <TimeZoneSelect
              label={t('duty.form.timeZone')}
              value={values.timeZone}
              error={form.errorOf('timeZone')}
              onChange={(timeZone) => form.change({ timeZone })}
              disabled={isReadOnly}
            />
            <Select
              label={t('duty.form.lead')}
              description={t('duty.form.leadHint')}
              inputWrapperOrder={HINT_BELOW}
              data={people}
              value={values.lead}
              error={form.errorOf('leadUserNo')}
              onChange={(lead) => form.change({ lead })}
              nothingFoundMessage={t('duty.form.noCandidate')}
              openOnFocus={false}
              disabled={isReadOnly}
              searchable
              clearable={!isReadOnly}
            />
            <TextInput
              type="date"
              label={t('duty.form.validFrom')}
              description={t('duty.form.validityHint')}
              inputWrapperOrder={HINT_BELOW}
              {...form.input('validFrom')}
            />
            <TextInput
              type="date"
              label={t('duty.form.validTo')}
              description={t('duty.form.validityHint')}
              inputWrapperOrder={HINT_BELOW}
              {...form.input('validTo')}
            />
          </div>
          <SubGroups form={form} managed={managed} />
        </Panel>
        <ShiftsPart form={form} people={people} errors={errors} />
        <StepsPart form={form} errors={errors} />
      </fieldset>
      <RotaPreview draft={values} rota={rota} choices={people} />
    </CheckedForm>
  );
}

interface SubGroupsProps {
  readonly form: RotaForm;
  readonly managed: ReturnType<typeof useManagedMetaGroups>;
}

function SubGroups({ form, managed }: SubGroupsProps) {
  const t = useT();
  const { isForSome, forSubGroupIdList, metaGroupId } = form.values;
  const group = managed.find((one) => String(one.metaGroupId) === metaGroupId);
  return (
    <div className={classes.under}>
      <Switch size="xs" label={t('duty.form.onlySubGroups')} {...form.flag('isForSome')} />
      {isForSome && (
        <MultiSelect
          className={classes.under ?? ''}
          aria-label={t('duty.form.subGroups')}
          placeholder={forSubGroupIdList.length === 0 ? t('duty.form.subGroupsHint') : ''}
          data={(group?.subGroupNameList ?? []).map(({ subGroupId, subGroupName }) => ({
            value: String(subGroupId),
            label: subGroupName,
          }))}
          value={[...forSubGroupIdList]}
          error={form.errorOf('forSubGroupIdList')}
          onChange={(ids) => form.change({ forSubGroupIdList: ids })}
          disabled={form.isReadOnly}
          openOnFocus={false}
          searchable
          clearable
        />
      )}
    </div>
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Those who see all covered groups, and those who are in the rota already. */
function usePeople(
  rota: RotaInfo | null,
  { metaGroupId, isForSome, forSubGroupIdList }: RotaDraft,
): Choice[] {
  const t = useT();
  const actor = useActor();
  const groups = rotaBody({
    ...EMPTY,
    metaGroupId,
    isForSome,
    forSubGroupIdList,
  });
  const isComplete = metaGroupId !== null && !(isForSome && forSubGroupIdList.length === 0);
  const { data } = useQuery({
    ...apiQuery(
      listDutyCandidates,
      { body: { metaGroupId: groups.metaGroupId, forSubGroupIdList: groups.forSubGroupIdList } },
      { staleMs: 30_000, changesWith: [] },
    ),
    enabled: isComplete && actor !== null && isGroupAdmin(actor) && (rota?.isChangeable ?? true),
  });
  const choices = new Map<string, string>();
  for (const { userNo, name } of rota?.personList ?? [])
    choices.set(String(userNo), name ?? t('duty.deletedUser'));
  for (const { userNo, name, userId } of data?.candidateList ?? [])
    choices.set(String(userNo), `${name} (${userId})`);
  return [...choices].map(([value, label]) => ({ value, label }));
}

const EMPTY = newRotaDraft({ metaGroupId: null, timeZone: browserZone, today: '', shiftNames: ['', ''] });

function groupChoices(rota: RotaInfo | null, managed: ReturnType<typeof useManagedMetaGroups>): Choice[] {
  const choices = managed.map(({ metaGroupId, metaGroupName }) => ({
    value: String(metaGroupId),
    label: metaGroupName,
  }));
  const isListed = choices.some(({ value }) => value === String(rota?.metaGroupId));
  return rota && !isListed
    ? [...choices, { value: String(rota.metaGroupId), label: rota.metaGroupName }]
    : choices;
}

async function loadLatest(dutyRotaId: number): Promise<RotaInfo> {
  return queryClient.fetchQuery({ ...rotaQuery(dutyRotaId), staleTime: 0 });
}
