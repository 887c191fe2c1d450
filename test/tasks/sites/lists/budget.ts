import { page, type Site } from '../../site.js';

const script = `
  const data = [['Rent', '900', 'paid'], ['Food', '320', 'open'], ['Internet', '35', 'open'], ['Gym', '29', 'paid']];
  const grid = document.getElementById('g');
  data.forEach((row, r) => { const div = document.createElement('div'); div.setAttribute('role', 'row'); row.forEach((cell, c) => { const s = document.createElement('span'); s.setAttribute('role', 'gridcell'); s.textContent = cell; if (c === 1) s.ondblclick = () => edit(s, r); div.append(s); }); grid.append(div); });
  function edit(cell, r) { const was = cell.textContent; cell.innerHTML = '<input aria-label="Edit amount">'; const f = cell.firstChild; f.value = was; f.focus(); f.select(); f.onkeydown = (e) => { if (e.key === 'Enter') { const v = f.value; f.onblur = null; cell.textContent = v; log('amount', [data[r][0], v]); sum(); } if (e.key === 'Escape') { f.onblur = null; cell.textContent = was; log('undone'); } }; }
  function sum() { let t = 0; for (const row of grid.querySelectorAll('[role=row]')) t += Number(row.children[1].textContent) || 0; document.getElementById('sum').textContent = t; }
  sum();`;

/** A grid whose cells are edited by a double click. */
export const budget: Site = {
  name: 'budget',
  pages: {
    '': page({
      title: 'Budget',
      style: '[role=row] { display: flex } [role=row] > span { width: 120px; border: 1px solid #ccc; padding: 5px }',
      body: '<h1>Monthly budget</h1><div role="grid" id="g"><div role="row"><span role="columnheader">Item</span><span role="columnheader">Amount</span><span role="columnheader">State</span></div></div><p>Total: <span id="sum"></span></p>',
      script,
    }),
  },
};
