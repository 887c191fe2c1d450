// Adds to the cart without loading a page. All forms also work without this script.
document.documentElement.classList.add('js');

const toastMs = 2500;

function toast(text) {
  const element = document.createElement('p');
  element.className = 'toast';
  element.textContent = text;
  document.getElementById('toasts').append(element);
  setTimeout(() => element.remove(), toastMs);
}

async function addToCart(form) {
  const response = await fetch(form.action, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(new FormData(form)),
  });
  const result = await response.json();
  if (response.ok) document.getElementById('cart-count').textContent = result.count;
  toast(result.message);
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!form.matches('form[data-add]')) return;
  event.preventDefault();
  if (form.getAttribute('aria-busy') === 'true') return;
  form.setAttribute('aria-busy', 'true');
  addToCart(form)
    .catch(() => toast('The shop cannot be reached. Try again.'))
    .finally(() => form.removeAttribute('aria-busy'));
});

document.addEventListener('change', (event) => {
  if (event.target.matches('select[data-submit-on-change]')) event.target.form.requestSubmit();
});
