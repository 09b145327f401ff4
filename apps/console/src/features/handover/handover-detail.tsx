import { finishHandover, type Handover, saveHandover, takeOver } from '@gwanje/contract/duty/handovers';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { alarmLevels } from '@gwanje/domain/mappings/labels';
import { TextButton } from '@gwanje/ui/buttons';
import { Figures } from '@gwanje/ui/figures';
import { PageHeader } from '@gwanje/ui/page-header';
import { Panel } from '@gwanje/ui/panel';
import { Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CheckedForm } from '#components/forms/checked-form.tsx';
import type { FieldErrors } from '#components/forms/field-errors.ts';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { useSave } from '#components/forms/use-save.ts';
import { LoadedPage } from '#components/settings/settings-header.tsx';
import { call } from '#core/api/client.ts';
import { queryClient } from '#core/api/query-client.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';
import { useT } from '#core/i18n/i18n.ts';
import { personName } from '#core/i18n/person-name.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import { useMayChange, useSession } from '#core/session/session-store.ts';
import classes from './handover.module.css';
import { HandoverParts } from './handover-parts.tsx';
import { periodText } from './handover-period.ts';
import { draftQuery, handoverQuery, invalidateHandovers, type ShiftOfDay } from './handover-queries.ts';
import { isClosedInShift, OpenItems } from './open-items.tsx';
import { StateChip } from './state-chip.tsx';

export function StoredPage({ handoverId }: { readonly handoverId: number }) {
  const t = useT();
  const query = useQuery(handoverQuery(handoverId));
  return (
    <LoadedPage
      query={query}
      title={t('routes.handover')}
      header={<PageHeader title={t('routes.handover')} />}
      failedTitle={t('handover.failed')}
    >
      {(handover) => <Finished handover={handover} />}
    </LoadedPage>
  );
}

/** The handover of a shift, which may be finished meanwhile. */
export function DraftPage({ shift }: { readonly shift: ShiftOfDay }) {
  const t = useT();
  const query = useQuery(draftQuery(shift));
  return (
    <LoadedPage
      query={query}
      title={t('routes.handover')}
      header={<PageHeader title={t('routes.handover')} />}
      failedTitle={t('handover.failed')}
    >
      {(handover) =>
        handover.state === 'draft' ? (
          <Draft handover={handover} shift={shift} />
        ) : (
          <Finished handover={handover} />
        )
      }
    </LoadedPage>
  );
}

interface Notes {
  readonly notes: string;
  readonly remarks: Readonly<Record<string, string>>;
  readonly version: number;
}

function notesOf({ notes, remarkList, version }: Handover): Notes {
  return { notes, remarks: Object.fromEntries(remarkList.map(({ key, text }) => [key, text])), version };
}

function bodyOf(shift: ShiftOfDay, { notes, remarks, version }: Notes) {
  const remarkList = Object.entries(remarks)
    .map(([key, text]) => ({ key, text: text.trim() }))
    .filter(({ text }) => text !== '');
  return { ...shift, notes: notes.trim(), remarkList, version };
}

interface DraftProps {
  readonly handover: Handover;
  readonly shift: ShiftOfDay;
}

function Draft({ handover, shift }: DraftProps) {
  const t = useT();
  const mayChange = useMayChange();
  const form = useEditForm({
    initialValues: notesOf(handover),
    validate: (notes) => errorsOf(shift, notes),
    reasons: { notes: {}, remarkList: {} },
    save: (notes) => call(saveHandover, { body: bodyOf(shift, notes) }),
    conflict: {
      reload: async () => notesOf(await loadLatest(shift)),
      overwrite: (mine, { version }) => ({ ...mine, version }),
    },
    failureTexts: { finished: t('handover.finishedFirst'), notWritten: t('handover.tooLate') },
    onSaved: async ({ version }, notes) => {
      form.restart({ ...notes, version });
      await invalidateHandovers();
    },
    onFailed: () => void invalidateHandovers(),
  });
  const { save: finish, isSaving: isFinishing } = useSave({
    save: async () => {
      const found = errorsOf(shift, form.values);
      if (Object.keys(found).length > 0) {
        form.refuse(found);
        return false;
      }
      const isEarly = Date.parse(handover.toAt) > Date.parse(handover.serverTime);
      const isConfirmed = await showConfirm({
        title: t('handover.finishTitle'),
        text: t('handover.finishText'),
        ...(isEarly && { msg: t('handover.finishEarly') }),
        textConfirm: t('handover.finish'),
      });
      return isConfirmed && call(finishHandover, { body: bodyOf(shift, form.values) });
    },
    onSaved: async ({ handoverId }) => {
      form.letPass();
      await navigateTo(`/handover?handoverId=${handoverId}`);
      await invalidateHandovers();
    },
    onFailed: () => void invalidateHandovers(),
    failureTexts: {
      finished: t('handover.finishedFirst'),
      notWritten: t('handover.tooLate'),
      changedMeanwhile: t('handover.changedFirst'),
    },
  });
  const { values } = form;
  return (
    <CheckedForm className={classes.page} attempt={form.frame.attempt} onSubmit={form.frame.onSubmit}>
      <Head
        handover={handover}
        actions={
          mayChange && (
            <>
              <TextButton type="submit" loading={form.isSaving} disabled={isFinishing || !form.isDirty}>
                {t('handover.save')}
              </TextButton>
              <TextButton
                icon="mdi-check"
                variant="filled"
                loading={isFinishing}
                disabled={form.isSaving}
                onClick={() => finish()}
              >
                {t('handover.finish')}
              </TextButton>
            </>
          )
        }
      />
      <p className={classes.lead}>{t('handover.lead')}</p>
      <HandoverColumns
        notes={
          <>
            <Panel title={t('handover.notes')} padded>
              <Textarea
                className={classes.screenOnly ?? ''}
                aria-label={t('handover.notes')}
                placeholder={t('handover.notesHint')}
                autosize
                minRows={4}
                maxRows={20}
                readOnly={!mayChange}
                {...form.input('notes')}
              />
              <p className={`${classes.text} ${classes.printOnly}`}>{values.notes}</p>
            </Panel>
            <OpenItems
              dutyRotaId={handover.dutyRotaId}
              fromAt={handover.fromAt}
              items={handover.content.itemList}
            />
            {form.errorOf('remarkList') && (
              <p className={classes.error} role="alert">
                {form.errorOf('remarkList')}
              </p>
            )}
          </>
        }
      >
        <HandoverParts
          handover={handover}
          remarks={values.remarks}
          onRemark={
            mayChange
              ? (key, text) => form.change({ remarks: { ...form.values.remarks, [key]: text } })
              : undefined
          }
        />
      </HandoverColumns>
    </CheckedForm>
  );
}

function Finished({ handover }: { readonly handover: Handover }) {
  const t = useT();
  const mayChange = useMayChange();
  const isOwn = useSession(({ user }) => user !== null && user.userNo === handover.finishedByNo);
  const { save, isSaving } = useSave({
    save: async (handoverId: number) =>
      (await showConfirm({
        title: t('handover.takeOverTitle'),
        text: t('handover.takeOverText'),
        ...(isOwn && { msg: t('handover.takeOverOwn') }),
        textConfirm: t('handover.takeOver'),
      })) && call(takeOver, { params: { handoverId: String(handoverId) } }),
    onSaved: invalidateHandovers,
    onFailed: () => void invalidateHandovers(),
    failureTexts: { takenOver: t('handover.takenFirst') },
  });
  const { handoverId, state, notes, content } = handover;
  return (
    <div className={classes.page}>
      <Head
        handover={handover}
        actions={
          state === 'finished' &&
          handoverId !== null &&
          mayChange && (
            <TextButton
              icon="mdi-clipboard-check-outline"
              variant="filled"
              loading={isSaving}
              onClick={() => save(handoverId)}
            >
              {t('handover.takeOver')}
            </TextButton>
          )
        }
      />
      {state === 'notWritten' && <p className={classes.lead}>{t('handover.notWrittenLead')}</p>}
      <HandoverColumns
        notes={
          <>
            <Panel title={t('handover.notes')} padded>
              {notes === '' ? (
                <p className={classes.none}>{t('handover.noNotes')}</p>
              ) : (
                <p className={classes.text} dir="auto">
                  {notes}
                </p>
              )}
            </Panel>
            <OpenItems dutyRotaId={null} fromAt={handover.fromAt} items={content.itemList} />
          </>
        }
      >
        <HandoverParts
          handover={handover}
          remarks={Object.fromEntries(handover.remarkList.map(({ key, text }) => [key, text]))}
          onRemark={undefined}
        />
      </HandoverColumns>
    </div>
  );
}

interface HandoverColumnsProps {
  readonly notes: ReactNode;
  readonly children: ReactNode;
}

/** What people write stays in view beside the facts of the shift, if there is room. */
function HandoverColumns({ notes, children }: HandoverColumnsProps) {
  return (
    <div className={classes.columns}>
      <div className={classes.notes}>{notes}</div>
      {children}
    </div>
  );
}

interface HeadProps {
  readonly handover: Handover;
  readonly actions: ReactNode;
}

function Head({ handover, actions }: HeadProps) {
  const t = useT();
  const { content, finishedBy, finishedAt, takenBy, takenAt, timeZone, state } = handover;
  const at = (text: string) => formatTimestamp(text, { timeZone }).slice(0, 16);
  const criticalCnt = content.openList.filter(({ level }) => level === alarmLevels.critical).length;
  const criticalNote = criticalCnt > 0 && t('handover.critical', { cnt: criticalCnt });
  const openItemCnt = content.itemList.filter((item) => !isClosedInShift(item)).length;
  const stillSilentCnt = content.silentList.filter(({ toAt }) => toAt === null).length;
  return (
    <>
      <PageHeader
        title={`${handover.rotaName} · ${handover.shiftName}`}
        breadcrumbs={[
          {
            id: 'handover',
            link: (
              <Link to="/handover" search={{}}>
                {t('routes.handover')}
              </Link>
            ),
          },
        ]}
        breadcrumbsLabel={t('common.path')}
        marks={<StateChip handover={handover} />}
        actions={
          <span className={`${classes.chips} ${classes.screenOnly}`}>
            <TextButton icon="mdi-printer-outline" onClick={() => window.print()}>
              {t('handover.print')}
            </TextButton>
            {actions}
          </span>
        }
      />
      <dl className={classes.facts}>
        <div>
          <dt>{t('handover.period')}</dt>
          <dd>
            {periodText(handover)} ({timeZone})
          </dd>
        </div>
        <div>
          <dt>{t('handover.people')}</dt>
          <dd>{handover.nameList.map((name) => personName(name, t)).join(', ') || '-'}</dd>
        </div>
        {finishedBy !== null && finishedAt !== null && (
          <div>
            <dt>{t('handover.stateLabel')}</dt>
            <dd>
              {t('handover.finishedLine', { name: personName(finishedBy, t), at: at(finishedAt) })}
              {' · '}
              {takenBy !== null && takenAt !== null
                ? t('handover.takenLine', { name: personName(takenBy, t), at: at(takenAt) })
                : state === 'finished' && t('handover.notTaken')}
            </dd>
          </div>
        )}
      </dl>
      <Figures
        list={[
          {
            label: t('handover.openAlarms'),
            value: content.openCnt,
            isBad: criticalCnt > 0,
            note: criticalNote,
          },
          { label: t('handover.openedAlarms'), value: content.openedCnt },
          { label: t('handover.handledAlarms'), value: content.handledCnt },
          { label: t('handover.items'), value: openItemCnt },
          { label: t('handover.changes'), value: content.changeCnt },
          { label: t('handover.settings'), value: content.settingCnt },
          { label: t('handover.silent'), value: stillSilentCnt, isBad: stillSilentCnt > 0 },
        ]}
      />
    </>
  );
}

function errorsOf(shift: ShiftOfDay, notes: Notes): FieldErrors<'notes' | 'remarkList'> {
  const found: Partial<Record<'notes' | 'remarkList', PlainKey>> = {};
  for (const { path } of saveHandover.body.safeParse(bodyOf(shift, notes)).error?.issues ?? []) {
    if (path[0] === 'notes') found.notes = 'handover.notesError';
    if (path[0] === 'remarkList') found.remarkList = 'handover.remarksError';
  }
  return found;
}

async function loadLatest(shift: ShiftOfDay): Promise<Handover> {
  return queryClient.fetchQuery({ ...draftQuery(shift), staleTime: 0 });
}
