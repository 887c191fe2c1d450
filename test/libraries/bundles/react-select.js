import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import Select from 'react-select';

window.mountSelect = (place, label, names, onChange) =>
  createRoot(place).render(
    createElement(Select, {
      'aria-label': label,
      options: names.map((name) => ({ value: name, label: name })),
      onChange: (option) => onChange(option.value),
      menuPortalTarget: document.body,
    }),
  );
