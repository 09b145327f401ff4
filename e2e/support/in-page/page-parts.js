// Runs in the browser: lists all elements of the body in order, each with its number of descendants and a
// hash of itself, its content and its ancestors. The hash ignores numbers in texts and generated ids.
(() => {
  const GENERATED = /mantine-\w+|_r_\w+_/g;
  const REFERRING = new Set(['id', 'for', 'href', 'aria-labelledby', 'aria-describedby', 'aria-controls']);

  function hashOf(text) {
    let [one, other] = [0x9e3779b9, 0x85ebca6b];
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      one = Math.imul(one ^ code, 2654435761);
      other = Math.imul(other ^ code, 1597334677);
    }
    return `${(one >>> 0).toString(36)}.${(other >>> 0).toString(36)}`;
  }

  function withoutNumbers(text) {
    return text.replace(/\d+/g, '0');
  }

  function tagOf({ tagName, attributes }) {
    const said = Array.from(attributes, ({ name, value }) =>
      REFERRING.has(name) ? `${name}=${withoutNumbers(value.replace(GENERATED, ''))}` : `${name}=${value}`,
    );
    return `<${tagName} ${said.join(' ')}>`;
  }

  function addParts(element, around, parts) {
    const part = { element, cnt: 0, mark: '' };
    parts.push(part);
    const tag = tagOf(element);
    const place = hashOf(around + tag);
    let content = tag;
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) content += withoutNumbers(child.data);
      if (child.nodeType !== Node.ELEMENT_NODE) continue;
      const { cnt, inside } = addParts(child, place, parts);
      content += inside;
      part.cnt += cnt + 1;
    }
    const inside = hashOf(content);
    part.mark = hashOf(around + inside);
    return { cnt: part.cnt, inside };
  }

  window.pageParts = () => {
    const parts = [];
    for (const element of document.body.children) addParts(element, '', parts);
    return parts;
  };
})();
