import { describe, expect, it } from 'vitest';
import type { Element } from '../../src/core/element.js';
import type { Modal } from '../../src/core/observation.js';
import type { Action } from '../../src/index.js';
import { riskOf, riskOfName } from '../../src/rails/risk.js';

const bounds = { x: 0, y: 0, width: 100, height: 20 };
const thing = (name: string, more: Partial<Element> = {}): Element => ({
  id: 'el_1',
  role: 'Button',
  name,
  states: [],
  bounds,
  interactive: true,
  ...more,
});
const click: Action = { type: 'click', target: { x: 5, y: 5 } };
const field = thing('Address', { id: 'el_9', role: 'TextInput', states: ['focused'] });

describe('A name that commits, publishes or deletes', () => {
  it.each([
    [
      'en',
      'Place order',
      'Buy now',
      'Pay $12.50',
      'Confirm purchase',
      'Send',
      'Delete',
      'Yes, delete it',
      '🗑 Remove',
      'Publish',
      'Post comment',
      'Sign out',
      'Log out',
      'Transfer',
      'Accept the terms',
    ],
    [
      'de',
      'Jetzt kaufen',
      'Zahlungspflichtig bestellen',
      'Absenden',
      'Löschen',
      'Veröffentlichen',
      'Abmelden',
      'Überweisen',
    ],
    ['fr', 'Acheter', 'Passer commande', 'Payer', 'Envoyer', 'Supprimer', 'Publier', 'Se déconnecter'],
    ['es', 'Comprar ahora', 'Realizar pedido', 'Pagar', 'Enviar', 'Eliminar', 'Cerrar sesión'],
    ['it', 'Acquista ora', 'Conferma ordine', 'Paga', 'Invia', 'Elimina', 'Pubblica'],
    ['pt', 'Comprar', 'Finalizar compra', 'Pagar', 'Enviar', 'Excluir', 'Sair'],
    ['nl', 'Nu kopen', 'Bestelling plaatsen', 'Betalen', 'Verzenden', 'Verwijderen', 'Uitloggen'],
    ['pl', 'Kup teraz', 'Złóż zamówienie', 'Zapłać', 'Wyślij', 'Usuń', 'Wyloguj się'],
    ['ja', '注文を確定する', '購入', '支払う', '送信', '削除', 'ログアウト'],
    ['zh', '提交订单', '立即购买', '付款', '发送', '删除', '退出登录'],
  ])('%s', (_, ...names) => {
    for (const name of names) expect(riskOfName(name), name).toBe('medium');
  });

  it('is high for files and programs', () => {
    for (const name of [
      'Overwrite',
      'Replace',
      'Empty Trash',
      'Install',
      'Uninstall Firefox',
      'Delete account',
      'Deinstallieren',
      'Papierkorb leeren',
      'Remplacer',
      'Sobrescribir',
      'Svuota cestino',
      'Instalar',
      'Vervangen',
      'Nadpisz',
      '上書き',
      '清空回收站',
    ])
      expect(riskOfName(name), name).toBe('high');
  });

  it.each([
    'Sign in',
    'Log in',
    'Search',
    'Next',
    'Add to cart',
    'Save',
    'Save As…',
    'Cancel',
    'OK',
    'Order history',
    'Orders',
    'Payment methods',
    'Checkout',
    'Continue to payment',
    'Posts',
    'Sender',
    'Sort by price',
    'Accept all cookies',
    'Accept all',
    'Format',
    'Insert',
    'Posters and prints',
    'Buyer protection',
    'Transferred files',
    'Reply',
    'Deleted items',
    'Suchen',
    'Anmelden',
    'Speichern',
    'In den Warenkorb',
    'Ajouter au panier',
    'Enregistrer',
    'Añadir al carrito',
    'Zapisz',
    '検索',
    '保存',
    '搜索',
    '加入购物车',
    '',
    'How to delete your account and remove everything that was ever saved about you',
  ])('"%s" does not', (name) => {
    expect(riskOfName(name)).toBe('low_risk');
  });

  it('raises the risk of pressing it, by any action, and of nothing else', () => {
    const order = thing('Place order');
    expect(riskOf(click, order)).toBe('medium');
    expect(riskOf({ ...click, button: 'right' }, order)).toBe('low_risk');
    expect(riskOf({ type: 'release' }, order)).toBe('medium');
    expect(riskOf({ type: 'key', keys: 'Enter' }, order)).toBe('medium');
    expect(riskOf({ type: 'key', keys: 'space' }, order)).toBe('medium');
    expect(riskOf({ type: 'key', keys: 'Tab' }, order)).toBe('low_risk');
    expect(riskOf({ type: 'menu', path: ['File', 'Delete'] }, undefined)).toBe('medium');
    expect(riskOf({ type: 'menu', path: ['Delete', 'Undo'] }, undefined)).toBe('low_risk');
    expect(riskOf({ type: 'move', target: { x: 5, y: 5 } }, order)).toBe('safe');
    expect(riskOf(click, thing('Delete', { role: 'Checkbox' }))).toBe('low_risk');
    expect(riskOf(click, thing('Delete', { role: 'Text', interactive: false }))).toBe('low_risk');
    expect(riskOf({ type: 'launch', app: 'x' }, order)).toBe('high');
  });

  it('raises the risk of Enter in a field that it submits', () => {
    const enter: Action = { type: 'key', keys: 'Enter' };
    const order = thing('Place order', { id: 'el_10' });
    expect(riskOf(enter, field, [field, order])).toBe('medium');
    expect(riskOf({ type: 'type', text: 'x', submit: true }, field, [field, order])).toBe('medium');
    expect(riskOf({ type: 'type', text: 'x' }, field, [field, order])).toBe('low_risk');
    expect(riskOf(enter, field, [field, thing('Search', { id: 'el_11' }), order])).toBe('low_risk');
    expect(riskOf(enter, field, [order, field])).toBe('low_risk');
    expect(riskOf(enter, { ...field, states: ['multiline'] }, [field, order])).toBe('low_risk');
  });
});

describe('Accepting a dialog', () => {
  const accept: Action = { type: 'dialog', accept: true };
  const ask = (text: string, kind: Modal['kind'] = 'confirm'): Modal => ({ kind, text, clearedBy: 'dialog' });

  it('has the level of its question', () => {
    for (const text of [
      'Delete all files?',
      'Do you want to delete it?',
      'Möchten Sie alles löschen?',
      '本当に削除しますか',
    ])
      expect(riskOf(accept, undefined, [], ask(text)), text).toBe('medium');
    expect(riskOf(accept, undefined, [], ask('This will permanently delete your account.'))).toBe('high');
    for (const text of ['Continue?', 'Show the next page?', 'Undelete it?'])
      expect(riskOf(accept, undefined, [], ask(text)), text).toBe('low_risk');
  });

  it('is harmless for a message, and for an answer that dismisses', () => {
    expect(riskOf(accept, undefined, [], ask('Delete failed', 'alert'))).toBe('low_risk');
    expect(riskOf({ type: 'dialog', accept: false }, undefined, [], ask('Delete all files?'))).toBe('low_risk');
  });
});
