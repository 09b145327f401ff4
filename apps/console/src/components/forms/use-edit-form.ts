import { useForm } from '@mantine/form';
import { type ChangeEvent, useId, useState } from 'react';
import { askConfirm } from '#core/dialogs/dialog-store.ts';
import { type PlainKey, t, useT } from '#core/i18n/i18n.ts';
import { refuseWhileReadOnly } from '#core/read-only-guard.ts';
import { type FieldErrors, type FieldReasons, hasErrors, serverFieldErrors } from './field-errors.ts';
import { readOnlyInput } from './read-only-text.tsx';
import { isEditConflict } from './show-failure.ts';
import { type SaveOptions, useSave } from './use-save.ts';
import { confirmDiscard, useUnsavedGuard } from './use-unsaved-guard.ts';

interface EditFormOptions<Values extends object, Field extends string, Result>
  extends SaveOptions<Values, Result> {
  readonly initialValues: Values;
  /** Whether the values differ from the saved values; default: from the initial values. */
  readonly isChanged?: (values: Values) => boolean;
  /** The form is read-only until 수정, and again after the save. `form.editing` goes to EditActions. */
  readonly startsReadOnly?: boolean;
  /** Checks the values before the request is sent. */
  readonly validate?: (values: Values) => FieldErrors<Field>;
  /** The fields at which refusals of the server are shown (8001, 8002, duplicate name), with a message per reason. */
  readonly reasons: FieldReasons<Field>;
  /** For writes with a version: after a conflict the user reloads or overwrites. */
  readonly conflict?: {
    /** The initial values, from the current version on the server. */
    readonly reload: () => Promise<Values>;
    /** The user's values, based on that version. */
    readonly overwrite: (mine: Values, latest: Values) => Values;
  };
}

/** The names of the boolean fields. */
type FlagOf<Values> = {
  [Name in keyof Values & string]: Values[Name] extends boolean ? Name : never;
}[keyof Values & string];

export type EditForm<Values extends object, Field extends string> = ReturnType<
  typeof useEditForm<Values, Field>
>;

/**
 * All forms use this hook: `@mantine/form` for the values and the errors, `useSave` for the write, a question when
 * the user leaves unsaved changes behind.
 *
 *     const form = useEditForm({
 *       initialValues: { name: group.name },
 *       validate: ({ name }) => ({ name: nameError(name) }),
 *       reasons: { name: NAME_REASONS },
 *       save: ({ name }) => call(updateGroup, { body: { name: name.trim() } }),
 *       onSaved: onClose,
 *     });
 *     <FormDialog title={…} submitLabel={…} onClose={onClose} {...form.frame}>
 *       <NameField label={…} {...form.input('name')} />
 *     </FormDialog>
 *
 * `form.frame` goes to FormDialog, DrawerForm or CheckedForm, `form.row('field')` to the FormRow of a plain input. A
 * field that is no plain input uses `form.values`, `form.change({ … })` and `form.errorOf('field')`.
 */
export function useEditForm<Values extends object, Field extends string = never, Result = unknown>(
  options: EditFormOptions<Values, Field, Result>,
) {
  const { initialValues, isChanged, startsReadOnly = false, validate, reasons, conflict } = options;
  const translate = useT();
  const formId = useId();
  const [attempt, setAttempt] = useState(0);
  const [isEditing, setIsEditing] = useState(!startsReadOnly);
  const isReadOnly = !isEditing;
  const form = useForm<Values>({
    initialValues,
    enhanceGetInputProps: () => (isReadOnly ? readOnlyInput : {}),
  });
  const isDirty = !isReadOnly && (isChanged ? isChanged(form.values) : form.isDirty());
  const letPass = useUnsavedGuard(isDirty);

  function refuse(fieldErrors: FieldErrors<Field>): void {
    form.setErrors({ ...fieldErrors });
    setAttempt((cnt) => cnt + 1);
  }

  function restart(values: Values): void {
    form.setInitialValues(values);
    form.setValues(values);
    form.clearErrors();
  }

  async function saveOrResolve(values: Values): Promise<Result | false> {
    try {
      return await options.save(values);
    } catch (error) {
      if (!conflict || !isEditConflict(error)) throw error;
      const latest = await conflict.reload();
      const isOverwrite = await askOverwrite();
      if (isOverwrite) return saveOrResolve(conflict.overwrite(values, latest));
      // The user closed the dialog without a choice: the form keeps the typed values.
      if (isOverwrite === null) return false;
      restart(latest);
      setIsEditing(!startsReadOnly);
      return false;
    }
  }

  const { save, isSaving } = useSave<Values, Result>({
    save: saveOrResolve,
    failureTexts: options.failureTexts,
    onSaved: async (result, values) => {
      letPass();
      await options.onSaved?.(result, values);
      setIsEditing(!startsReadOnly);
    },
    onFailed: async (error, values) => {
      if ((await options.onFailed?.(error, values)) === true) return true;
      const refused = serverFieldErrors(error, reasons);
      if (refused) refuse(refused);
      return refused !== null;
    },
  });

  function submit(): void {
    if (isReadOnly) return;
    const found = validate?.(form.values);
    if (found && hasErrors(found)) refuse(found);
    else save(form.values);
  }

  function errorOf(field: Field): string | undefined {
    const key = form.errors[field] as PlainKey | undefined;
    return key && translate(key);
  }

  return {
    values: form.values,
    errorOf,
    isDirty,
    isReadOnly,
    isSaving,
    refuse,
    submit,
    letPass,
    restart,
    /** Changes some values and clears the errors. */
    change: (patch: Partial<Values>) => form.setValues(patch),
    /** The props of a plain input. */
    input: <Name extends keyof Values & Field>(name: Name) => ({
      ...form.getInputProps(name),
      id: `${formId}-${name}`,
      value: form.values[name],
      error: errorOf(name),
    }),
    /** The props of a checkbox or switch. A click on it in read-only mode shows an alert. */
    flag: (name: FlagOf<Values>) => ({
      id: `${formId}-${name}`,
      checked: form.values[name] === true,
      onChange: ({ currentTarget: { checked } }: ChangeEvent<HTMLInputElement>) => {
        if (!refuseWhileReadOnly(isReadOnly)) form.setValues({ ...form.values, [name]: checked });
      },
    }),
    /** The props of the FormRow around a plain input. */
    row: (name: keyof Values & string) => ({ inputId: `${formId}-${name}`, isReadOnly }),
    /** The props of FormDialog, DrawerForm and CheckedForm. */
    frame: { isDirty, isBusy: isSaving, attempt, onSubmit: submit },
    /** The props of EditActions. */
    editing: {
      isEditing: !isReadOnly,
      isBusy: isSaving,
      onBegin: () => {
        restart(initialValues);
        setIsEditing(true);
      },
      onCancel: async () => {
        if (!isDirty || (await confirmDiscard())) setIsEditing(false);
      },
    },
  };
}

function askOverwrite(): Promise<boolean | null> {
  return askConfirm({
    title: t('forms.conflictTitle'),
    text: t('forms.conflictText'),
    textConfirm: t('forms.overwrite'),
    textCancel: t('forms.reload'),
  });
}
