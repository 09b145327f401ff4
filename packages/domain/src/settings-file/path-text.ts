/** As people write a place in a file: `metaGroups[0].name`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      const text = String(part).slice(0, 100);
      const isWord = /^[A-Za-z_]\w*$/.test(text);
      if (!isWord) return `[${JSON.stringify(text)}]`;
      return index === 0 ? text : `.${text}`;
    })
    .join('')
    .slice(0, 500);
}
