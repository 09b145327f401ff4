import { Select, type SelectProps } from '@mantine/core';

interface TimeZoneSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange: (timeZone: string) => void;
}

/** All time zones that the browser knows; the current one and those used most come first. */
export function TimeZoneSelect({ value, onChange, ...input }: TimeZoneSelectProps) {
  return (
    <Select
      data={[...new Set([value, 'Asia/Seoul', 'UTC', ...Intl.supportedValuesOf('timeZone')])]}
      value={value}
      onChange={(timeZone) => timeZone && onChange(timeZone)}
      allowDeselect={false}
      openOnFocus={false}
      searchable
      required
      {...input}
    />
  );
}
