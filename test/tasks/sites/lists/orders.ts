import { page, type Site } from '../../site.js';

const rows = [
  ['#5001', 'Mia Wong', '12 Mar 2024', 'Shipped', '€48.00'],
  ['#5002', 'Omar Aziz', '13 Mar 2024', 'Pending', '€129.90'],
  ['#5003', 'Lena Fox', '15 Mar 2024', 'Pending', '€15.25'],
  ['#5004', 'Mia Wong', '18 Mar 2024', 'Cancelled', '€72.40'],
];

const body = `
<h1>Orders</h1>
<table border="1" cellpadding="5">
<tr><td><b>Order</b></td><td><b>Customer</b></td><td><b>Date</b></td><td><b>Status</b></td><td><b>Total</b></td><td></td></tr>
${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}<td><a href="view?id=${row[0]?.slice(1)}">View</a> | <a href="#" onclick="act('refund', '${row[0]}'); return false">Refund</a> | <a href="#" onclick="act('ship', '${row[0]}'); return false">Ship</a></td></tr>`).join('\n')}
</table><p id="msg"></p>`;

/** A table without header cells, with links as row actions. */
export const orders: Site = {
  name: 'orders',
  pages: {
    '': page({
      title: 'Back office',
      body,
      script: `function act(what, id) { log(what, id); document.getElementById('msg').textContent = 'Done: ' + what + ' ' + id; }`,
    }),
    view: ({ query, note }) => {
      const row = rows.find((one) => one[0] === `#${query.get('id')}`) ?? [];
      note('viewed', query.get('id'));
      return page({
        title: `Order ${row[0]}`,
        body: `<h1>Order ${row[0]}</h1>
          <dl><dt>Customer</dt><dd>${row[1]}</dd><dt>Status</dt><dd>${row[3]}</dd><dt>Tracking number</dt><dd>TRK-${query.get('id')}-NL</dd></dl>
          <p>Shipping address: 4 Canal Street, Utrecht</p><a href="./">Back to all orders</a>`,
      });
    },
  },
};
