import type { PhrasePage } from './types.js';

export const menuPages: readonly PhrasePage[] = [
  {
    name: 'menu bar: the File menu is open, the Edit menu is closed',
    html: `
<style>[role=menuitem] { cursor: pointer; padding: 4px } #bar { display: flex; gap: 16px } #file-menu { width: 220px }</style>
<div id="bar" role="menubar"><div id="file" role="menuitem" aria-haspopup="menu" aria-expanded="true" tabindex="0">File</div><div id="edit" role="menuitem" aria-haspopup="menu" tabindex="-1">Edit</div></div>
<div id="file-menu" role="menu" aria-label="File actions">
  <div id="new" role="menuitem" tabindex="-1">New</div><div id="new-window" role="menuitem" tabindex="-1">New window</div>
  <div id="save" role="menuitem" tabindex="-1">Save</div><div id="save-as" role="menuitem" tabindex="-1">Save as…</div>
  <div id="close-tab" role="menuitem" tabindex="-1">Close tab</div><div id="close-window" role="menuitem" tabindex="-1">Close window</div>
</div>
<div id="edit-menu" role="menu" hidden><div id="paste" role="menuitem" tabindex="-1">Paste</div></div>
<script>for (const item of document.querySelectorAll('[role=menuitem]')) item.addEventListener('click', () => { item.dataset.chosen = 'yes' })</script>`,
    phrases: [
      ['Save', 'save'],
      ['Save as', 'save-as'],
      ['New', 'new'],
      ['the New window menu item', 'new-window'],
      ['Close', 'refused'],
      ['Close all', 'refused'],
      ['Window', 'refused'],
      ['the Save button', 'refused'],
      ['Paste', 'refused'],
      ['Edit', 'edit'],
      ['Store', 'refused'],
    ],
  },
  {
    name: 'tree whose container handles the clicks on the names of the folders',
    html: `
<style>.node { cursor: pointer }</style>
<ul id="tree"><li><span class="node" id="music">Music</span></li><li><span class="node" id="films">Films</span></li></ul>
<script>tree.addEventListener('click', (event) => { if (event.target.className === 'node') event.target.dataset.chosen = 'yes' })</script>`,
    phrases: [
      ['Music', 'music'],
      ['the folder', 'refused'],
    ],
  },
  {
    name: 'lists whose container handles the clicks: two suggestions, tabs in a line, a card',
    html: `
<style>#list { width: 260px; border: 1px solid #999 } #list div { padding: 4px } #strip { display: flex; gap: 12px }</style>
<p>We fly to Eureka, NV (EUE) and many more.</p>
<div id="list"><div id="nevada">Eureka, NV (EUE)</div><div id="california">Eureka, CA (EKA)</div></div>
<div id="strip"><div id="general" class="on">General</div><div id="privacy">Privacy settings</div><div id="devices">Devices</div></div>
<div id="card"><h3 id="title">Blue mug</h3><p id="price">12 €</p></div>
<script>for (const id of ['list', 'strip', 'card']) document.getElementById(id).addEventListener('click', (event) => { event.currentTarget.dataset.chosen = event.target.id })</script>`,
    phrases: [
      ['Eureka, NV (EUE)', 'nevada'],
      ['Eureka, CA (EKA)', 'california'],
      ['Eureka', 'refused'],
      ['Eureka, CA', 'california'],
      ['Eureka, OR', 'refused'],
      ['Privacy settings', 'privacy'],
      ['Privacy', 'privacy'],
      ['Devices', 'devices'],
      ['Device', 'refused'],
      ['Blue', '?card'],
      ['12', 'refused'],
    ],
  },
  {
    name: 'header: closed menus behind symbol buttons',
    html: `
<div id="header"><button id="burger" aria-label="Main menu" aria-expanded="false">☰</button> <button id="share" title="Share this page">⤴</button> <a href="#help" id="help">Help</a></div>
<ul id="menu" role="menu" hidden><li id="export" role="menuitem" tabindex="-1">Export</li></ul>
<p id="text">Export and print are in the main menu. Helpful hints are below.</p>
<script>document.querySelector('#burger').addEventListener('click', () => { document.querySelector('#menu').hidden = false })</script>`,
    phrases: [
      ['☰', 'burger'],
      ['Main menu', 'burger'],
      ['the Main menu link', 'refused'],
      ['Export', 'refused'],
      ['Share', 'share'],
      ['Share this page', 'share'],
      ['Print', 'refused'],
      ['Help', 'help'],
      ['Helpful', 'refused'],
      ['Hamburger', 'refused'],
    ],
  },
  {
    name: 'toolbar: icon buttons with aria-label or title',
    html: `
<div id="toolbar" role="toolbar" aria-label="Formatting">
  <button id="bold" aria-label="Bold"><b>B</b></button> <button id="italic" title="Italic"><i>I</i></button>
  <button id="insert-link" aria-label="Insert link">🔗</button> <button id="insert-table" aria-label="Insert table">▦</button>
  <button id="undo" title="Undo">↶</button> <button id="redo" title="Redo" disabled>↷</button>
</div>
<div id="text" contenteditable="true" aria-label="Text">Please underline the bold word and undo nothing.</div>`,
    phrases: [
      ['Bold', 'bold'],
      ['Bolder', 'refused'],
      ['the Italic button', 'italic'],
      ['Insert', 'refused'],
      ['Insert link', 'insert-link'],
      ['Insert table', 'insert-table'],
      ['Insert image', 'refused'],
      ['Undo', 'undo'],
      ['Redo', 'refused'],
      ['Underline', 'refused'],
      ['Formatting', 'refused'],
      ['the Bold checkbox', 'refused'],
    ],
  },
  {
    name: 'tabs: the panel and the page repeat the names',
    html: `
<p><a href="#settings" id="settings-link">Settings</a></p>
<style>[role=tab] { display: inline-block; cursor: pointer; padding: 8px }</style>
<div id="tabs" role="tablist"><div id="tab-overview" role="tab" aria-selected="true" tabindex="0">Overview</div><div id="tab-reviews" role="tab" aria-selected="false" tabindex="-1">Reviews (12)</div><div id="tab-settings" role="tab" aria-selected="false" tabindex="-1">Settings</div></div>
<div id="panel" role="tabpanel" aria-labelledby="tab-overview"><h3 id="panel-title">Shipping</h3><p id="panel-text">Reviews are checked. View the settings.</p></div>
<script>for (const tab of document.querySelectorAll('[role=tab]')) tab.addEventListener('click', () => { tab.dataset.chosen = 'yes' })</script>`,
    phrases: [
      ['Settings', 'refused'],
      ['the Settings tab', 'tab-settings'],
      ['the Settings link', 'settings-link'],
      ['the Settings button', 'refused'],
      ['Reviews', 'tab-reviews'],
      ['View', 'refused'],
      ['12', 'refused'],
      ['the selected tab', 'tab-overview'],
      ['the Shipping tab', 'refused'],
      ['the Overview link', 'refused'],
    ],
  },
  {
    name: 'questions: an accordion and native details',
    html: `
<h3 id="h1"><button id="item" aria-expanded="true">How do I return an item?</button></h3>
<div id="item-text">Return a gift within 30 days. <a href="#label" id="print-label">Print label</a></div>
<h3 id="h2"><button id="gift" aria-expanded="false">How do I return a gift?</button></h3>
<details id="fees"><summary id="fees-summary">Shipping fees</summary><button id="calculate">Calculate</button></details>
<details id="times" open><summary id="times-summary">Shipping times</summary><p id="times-text">Two days.</p><button id="notify">Notify me</button></details>`,
    phrases: [
      ['How do I return', 'refused'],
      ['How do I return a gift', 'gift'],
      ['How do I return an item?', 'item'],
      ['Return a gift', 'refused'],
      ['Shipping fees', 'fees-summary'],
      ['Shipping', 'refused'],
      ['Calculate', 'refused'],
      ['Notify me', 'notify'],
      ['Print', 'print-label'],
      ['Two days', 'refused'],
    ],
  },
  {
    name: 'modal: the page behind it has the same buttons',
    html: `
<h1 id="title">Project</h1>
<button id="page-save">Save</button> <button id="page-cancel">Cancel</button> <button id="page-delete">Delete</button>
<dialog id="confirm" aria-labelledby="confirm-title"><h2 id="confirm-title">Rename project</h2><p id="confirm-text">Delete the old name first.</p><label for="new-name">New name</label> <input id="new-name"><button id="dialog-save">Save</button> <button id="dialog-cancel">Cancel</button></dialog>
<script>document.querySelector('#confirm').showModal()</script>`,
    phrases: [
      ['Cancel in the dialog', 'dialog-cancel'],
      ['the Save button in the dialog', 'dialog-save'],
      ['Save in the Rename project dialog', 'dialog-save'],
      ['Delete', 'refused'],
      ['Delete in the dialog', 'refused'],
      ['Rename', 'refused'],
      ['Rename project', 'refused'],
      ['the New name field', 'new-name'],
    ],
  },
  {
    name: 'dialog that is closed',
    html: `
<button id="page-cancel">Cancel</button> <button id="ask">Delete account…</button>
<dialog id="confirm" aria-label="Delete account"><button id="dialog-cancel">Cancel</button><button id="dialog-yes">Yes, delete</button></dialog>
<script>document.querySelector('#ask').addEventListener('click', () => document.querySelector('#confirm').showModal())</script>`,
    phrases: [
      ['Cancel', 'page-cancel'],
      ['Cancel in the dialog', 'refused'],
      ['Delete account', 'ask'],
      ['Yes', 'refused'],
      ['Yes, delete', 'refused'],
      ['Account', 'refused'],
      ['the second Cancel button', 'refused'],
    ],
  },
  {
    name: 'cookies: an overlay covers the page',
    html: `
<button id="subscribe">Subscribe</button> <a href="#terms" id="terms">Terms</a>
<div id="overlay" style="position:fixed;inset:0;background:rgba(0,0,0,.6);display:flex;align-items:center;justify-content:center">
  <div id="banner" role="dialog" aria-modal="true" aria-label="Cookies" style="background:#fff;padding:24px"><p id="banner-text">Accept cookies to subscribe.</p><button id="accept">Accept all</button> <button id="reject">Reject all</button> <button id="close" aria-label="Dismiss">×</button></div>
</div>`,
    phrases: [
      ['Subscribe', 'refused'],
      ['Accept all', 'accept'],
      ['Accept', 'accept'],
      ['Accept cookies', 'refused'],
      ['Reject', 'reject'],
      ['All', 'refused'],
      ['×', 'close'],
      ['Dismiss', 'close'],
      ['Cookies', 'refused'],
    ],
  },
  {
    name: 'navigation: header and footer repeat a link',
    html: `
<header id="header"><nav id="nav" aria-label="Main"><a href="#home" id="nav-home">Home</a> <a href="#products" id="nav-products">Products</a> <span id="current">Contact</span></nav></header>
<main id="main"><h1 id="title">Imprint</h1><p id="text">Home delivery is free. See Jobs for open positions.</p></main>
<footer id="footer"><a href="#home2" id="footer-home">Home</a> <a href="#jobs" id="footer-jobs">Jobs and careers</a> <a href="#product-news" id="footer-news">Product news</a></footer>`,
    phrases: [
      ['Home', 'refused'],
      ['Home in the footer', 'footer-home'],
      ['the last Home link', 'footer-home'],
      ['Home delivery', 'refused'],
      ['Jobs', 'footer-jobs'],
      ['Careers', 'refused'],
      ['Products', 'nav-products'],
      ['Products in the footer', 'refused'],
      ['Contact', 'refused'],
      ['Imprint', 'refused'],
      ['the Home button', 'refused'],
    ],
  },
  {
    name: 'edit: buttons and a link with the same name',
    html: `
<div id="title-line">Title <button id="edit-title">Edit</button></div>
<div id="author-line">Author <a href="#author" id="edit-author">Edit</a></div>
<div id="hidden-line" style="display:none">Draft <button id="edit-draft">Edit</button></div>
<div id="tags-line">Tags <button id="edit-tags">Edit</button></div>
<div id="editor-line">Editor <button id="editors">Editors</button></div>`,
    phrases: [
      ['Edit', 'refused'],
      ['the Edit link', 'edit-author'],
      ['the Edit button', 'refused'],
      ['the second Edit button', 'edit-tags'],
      ['the last Edit button', 'edit-tags'],
      ['the second Edit link', 'refused'],
      ['the third Edit button', 'refused'],
      ['Edit next to Tags', 'edit-tags'],
      ['Editors', 'editors'],
      ['Editor', 'refused'],
    ],
  },
];
