import { Icon } from '@gwanje/ui/icon';
import { CloseButton, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import classes from '../object-list.module.css';

const PAUSE_MS = 300;

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Searches by part of the name, when the user stops typing. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const t = useT();
  const [typed, setTyped] = useState({ text: value, of: value });
  // The address changed elsewhere: a chip was removed or a saved filter applied.
  if (typed.of !== value) setTyped({ text: value, of: value });
  const { text } = typed;

  useEffect(() => {
    if (text.trim() === value.trim()) return undefined;
    const timer = setTimeout(() => onChange(text), PAUSE_MS);
    return () => clearTimeout(timer);
  });

  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={253}
      leftSection={<Icon name="mdi-magnify" />}
      rightSection={
        text !== '' && (
          <CloseButton
            size="sm"
            aria-label={t('objectList.filter.clear')}
            onClick={() => {
              setTyped({ text: '', of: value });
              onChange('');
            }}
          />
        )
      }
      value={text}
      onChange={({ currentTarget }) => setTyped({ text: currentTarget.value, of: value })}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) onChange(text);
      }}
    />
  );
}
