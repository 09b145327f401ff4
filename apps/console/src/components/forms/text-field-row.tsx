import { FormRow } from '@gwanje/ui/form-row';
import type { ComponentProps } from 'react';
import { ReadOnlyText } from './read-only-text.tsx';

interface TextFieldRowProps extends Omit<ComponentProps<typeof FormRow>, 'readOnlyValue'> {
  /** The saved value, shown in read-only mode. */
  readonly saved: string | null;
}

/** A row with a text field: an input, or in read-only mode the saved text. */
export function TextFieldRow({ saved, ...row }: TextFieldRowProps) {
  return <FormRow {...row} readOnlyValue={<ReadOnlyText label={row.label} value={saved} />} />;
}
