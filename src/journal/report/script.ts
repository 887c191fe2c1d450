/** The script of a report, as text: moves between steps, enlarges pictures, fills the film strip. */
export const reportScript = `'use strict';
(() => {
  const steps = [...document.querySelectorAll('.step')];
  const strip = document.querySelector('.strip');
  const links = strip ? [...strip.querySelectorAll('a')] : [];
  const large = document.getElementById('large');
  const calm = matchMedia('(prefers-reduced-motion: reduce)');

  const fill = (image) => {
    const from = document.getElementById(image.dataset.same || image.dataset.thumb || '');
    if (from && !image.src) image.src = from.src;
  };
  const borrowed = [...document.querySelectorAll('img[data-same], img[data-thumb]')];
  const near = new IntersectionObserver((seen) => {
    for (const { isIntersecting, target } of seen) {
      if (!isIntersecting) continue;
      fill(target);
      near.unobserve(target);
    }
  }, { rootMargin: '600px' });
  for (const image of borrowed) near.observe(image);
  addEventListener('beforeprint', () => {
    borrowed.forEach(fill);
    for (const image of document.querySelectorAll('img[loading]')) image.loading = 'eager';
  });

  let current = -1;
  const mark = (index) => {
    if (index === current) return;
    links[current]?.removeAttribute('aria-current');
    current = index;
    const link = links[index];
    if (!link) return;
    link.setAttribute('aria-current', 'step');
    const list = link.closest('ol');
    const middle = link.offsetLeft - list.offsetLeft - (list.clientWidth - link.offsetWidth) / 2;
    list.scrollTo({ left: middle, behavior: calm.matches ? 'auto' : 'smooth' });
  };
  const visible = new Set();
  let chosen = -1;
  const watch = new IntersectionObserver((seen) => {
    for (const { isIntersecting, target } of seen) visible[isIntersecting ? 'add' : 'delete'](target);
    const first = steps.findIndex((step) => visible.has(step));
    if (first === -1) return;
    mark(chosen !== -1 && visible.has(steps[chosen]) ? chosen : first);
  }, { rootMargin: '-25% 0px -55% 0px' });
  for (const step of steps) watch.observe(step);

  const go = (index) => {
    const step = steps[Math.max(0, Math.min(steps.length - 1, index))];
    if (!step) return;
    chosen = steps.indexOf(step);
    step.focus({ preventScroll: true });
    step.scrollIntoView({ block: 'start' });
    mark(chosen);
  };
  const here = () => {
    const focused = steps.indexOf(document.activeElement?.closest('.step'));
    if (focused !== -1) return focused;
    const line = (strip ? strip.offsetHeight : 0) + 40;
    return steps.findLastIndex((step) => step.getBoundingClientRect().top < line);
  };

  const frames = [...document.querySelectorAll('button.frame')];
  let shown = -1;
  const enlarge = (index) => {
    const frame = frames[index];
    if (!frame) return;
    shown = index;
    const image = frame.querySelector('img');
    fill(image);
    const copy = image.cloneNode();
    copy.removeAttribute('id');
    copy.removeAttribute('loading');
    const marks = frame.querySelector('svg');
    large.querySelector('.large').replaceChildren(copy, ...(marks ? [marks.cloneNode(true)] : []));
    large.querySelector('.caption').textContent = image.alt;
    if (!large.open) large.showModal();
  };
  frames.forEach((frame, index) => frame.addEventListener('click', () => enlarge(index)));
  large.addEventListener('click', (event) => {
    if (event.target === large || event.target.closest('.close')) large.close();
  });
  large.addEventListener('close', () => frames[shown]?.focus());

  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const forward = event.key === 'j' || event.key === 'ArrowRight';
    const back = event.key === 'k' || event.key === 'ArrowLeft';
    if (!forward && !back) return;
    const inside = document.activeElement?.closest('pre');
    if (inside && inside.scrollWidth > inside.clientWidth && event.key.startsWith('Arrow')) return;
    event.preventDefault();
    if (large.open) enlarge(shown + (forward ? 1 : -1));
    else go(here() + (forward ? 1 : -1));
  });
  const stepAt = (hash) => steps.findIndex((step) => '#' + step.id === hash);
  // Not on hashchange, which fires later: the user may already have pressed another key.
  for (const link of links)
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || stepAt(link.hash) === -1) return;
      event.preventDefault();
      history.pushState(null, '', link.hash);
      go(stepAt(link.hash));
    });
  addEventListener('hashchange', () => {
    if (stepAt(location.hash) !== -1) go(stepAt(location.hash));
  });
})();
`;
