import { useForm } from '@mantine/form';
import { useState } from 'react';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import { type FieldErrors, type FieldReasons, hasErrors, serverFieldErrors } from './field-errors.ts';
import { readOnlyInput } from './read-only-text.tsx';
import { type SaveOptions, useSave } from './use-save.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

interface EditFormOptions<Values extends object, Field extends string, Result>
  extends SaveOptions<Values, Result> {
  readonly initialValues: Values;
  /** Whether the values differ from what is saved; by default: from the initial values. */
  readonly isChanged?: (values: Values) => boolean;
  /** Nothing can be changed or sent until the user presses Edit. */
  readonly isReadOnly?: boolean;
  /** The form's own check, before anything is sent. */
  readonly validate?: (values: Values) => FieldErrors<Field>;
  /** The fields at which the server's refusals are shown (8001, 8002, a name that is taken), with a message for each reason. */
  readonly reasons: FieldReasons<Field>;
}

/**
 * The one way to write a form: `@mantine/form` for the values and the errors, `useSave` for the write, a question when
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
 * `form.frame` goes to FormDialog, DrawerForm or CheckedForm. A field that is no plain input uses `form.values`,
 * `form.change({ … })` and `form.errorOf('field')`.
 */
export function useEditForm<Values extends object, Field extends string = never, Result = unknown>(
  options: EditFormOptions<Values, Field, Result>,
) {
  const { initialValues, isChanged, isReadOnly = false, validate, reasons } = options;
  const t = useT();
  const [attempt, setAttempt] = useState(0);
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

  const { save, isSaving } = useSave<Values, Result>({
    save: options.save,
    failureTexts: options.failureTexts,
    onSaved: (result, values) => {
      letPass();
      return options.onSaved?.(result, values);
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
    return key && t(key);
  }

  return {
    values: form.values,
    errorOf,
    isDirty,
    isSaving,
    refuse,
    submit,
    letPass,
    /** Changes some values and clears the errors. */
    change: (patch: Partial<Values>) => form.setValues(patch),
    /** Starts again from other values. */
    restart: (values: Values) => {
      form.setInitialValues(values);
      form.setValues(values);
      form.clearErrors();
    },
    /** The props of a plain input. */
    input: <Name extends keyof Values & Field>(name: Name) => ({
      ...form.getInputProps(name),
      value: form.values[name],
      error: errorOf(name),
    }),
    /** The props of FormDialog, DrawerForm and CheckedForm. */
    frame: { isDirty, isBusy: isSaving, attempt, onSubmit: submit },
  };
}
