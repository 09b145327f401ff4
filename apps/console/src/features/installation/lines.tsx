import { FormRow, FormRows } from '@gwanje/ui/form-row';
import type { ReactNode } from 'react';

export function Lines({ list }: { readonly list: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <FormRows>
      {list.map(([label, value]) => (
        <FormRow key={label} label={label} isReadOnly readOnlyValue={value} />
      ))}
    </FormRows>
  );
}
