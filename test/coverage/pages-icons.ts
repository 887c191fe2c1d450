import { type CoveragePage, repeat } from './types.js';

export const iconPages: readonly CoveragePage[] = [
  {
    name: 'mail with buttons that are only icons',
    html: `<style>.mail { display: flex; gap: 12px; padding: 6px; width: 500px } .mail b { width: 120px } .fa { width: 18px; height: 18px; display: inline-block; background: #999 }</style>
${repeat(3, (i) => `<div class="mail"><b>${['Ada', 'Bob', 'Cleo'][i]}</b><span>Re: plan</span><button onclick="press('star${i}')"><i class="fa fa-star"></i></button><button onclick="press('trash${i}')"><i class="fa fa-trash"></i></button></div>`)}`,
    targets: 'star0 trash0 star1 trash1 star2 trash2',
    shows: { star0: /"star"\?/, trash2: /"trash"\?/ },
  },
  {
    name: 'social media icons as spans with listeners',
    html: `<style>.media span { display: inline-block; width: 20px; height: 20px; margin: 4px; background: #ccc }</style>
${repeat(2, (i) => `<div class="media"><p>@user${i}</p><span class="reply"></span><span class="retweet"></span><span class="like"></span><span class="more"></span></div>`)}
<script>document.querySelectorAll('.media').forEach((m, i) => m.querySelectorAll('span').forEach((s) => s.addEventListener('click', () => press(s.className + i))));</script>`,
    targets: 'reply0 retweet0 like0 more0 reply1 retweet1 like1 more1',
    shows: { reply0: /"reply"\?/, like1: /"like"\?/ },
  },
  {
    name: 'links that are only pictures',
    html: `<style>a { display: inline-block; margin: 10px } img { width: 40px; height: 40px; background: #eee }</style>
<a href="#/account/settings" onclick="press('settings')"><img src="/img/gear.png"></a><a href="#cart" onclick="press('cart')"><img src="/img/1f3.png"></a><a href="#" title="Help" onclick="press('help')"><img src="x.png" alt=""></a>`,
    targets: 'settings cart help',
    shows: { settings: /"(?:settings|gear)"\?/, cart: /"cart"\?/, help: /"Help"/ },
  },
  {
    name: 'material ligatures and data attributes',
    html: `<style>button { width: 40px; height: 40px; font-size: 0 }</style><button data-action="zoom-in" onclick="press('in')"></button><button data-testid="zoom_out" onclick="press('out')"></button><button id="btnReset" onclick="press('reset')"></button><button data-icon="search" onclick="press('search')"></button>`,
    targets: 'in out reset search',
    shows: { in: /"zoom in"\?/, out: /"zoom out"\?/, reset: /"[Rr]eset"\?/, search: /"search"\?/ },
  },
  {
    name: 'symbols of an SVG sprite',
    html: `<style>button svg { width: 24px; height: 24px }</style><button onclick="press('close')"><svg><use href="#icon-close"></use></svg></button><button onclick="press('menu')"><svg><use xlink:href="/sprite.svg#hamburger-menu"></use></svg></button>`,
    targets: 'close menu',
    shows: { close: /"close"\?/, menu: /"hamburger menu"\?/ },
  },
  {
    name: 'tooltips of scripts',
    html: `<style>i { display: inline-block; width: 24px; height: 24px; background: #bbb; margin: 5px }</style><i data-tooltip="Copy link" onclick="press('copy')"></i><i data-original-title="Print" onclick="press('print')"></i><i data-bs-title="Share" onclick="press('share')"></i>`,
    targets: 'copy print share',
    shows: { copy: /"Copy link"\?/, print: /"Print"\?/, share: /"Share"\?/ },
  },
  {
    name: 'icons that appear when the row is hovered',
    html: `<style>.row { padding: 8px; width: 400px; background: #f4f4f4; margin: 3px } .row .tool { opacity: 0; display: inline-block; width: 20px; height: 20px; background: #888 } .row:hover .tool { opacity: 1 }</style>
${repeat(3, (i) => `<div class="row">File ${i} <span class="tool icon-pencil" onclick="press('edit${i}')"></span> <span class="tool icon-bin" onclick="press('bin${i}')"></span></div>`)}`,
    targets: 'edit0 bin0 edit1 bin1 edit2 bin2',
    shows: { edit0: /"pencil"\?/, bin2: /"bin"\?/ },
  },
  {
    name: 'carousel with arrows',
    html: `<style>.arrow { width: 30px; height: 60px; background: #0003; display: inline-block; cursor: pointer }</style><span class="arrow carousel-control-prev"></span><b>Slide 1</b><span class="arrow carousel-control-next"></span>
<script>document.addEventListener('click', (e) => { const m = /(prev|next)$/.exec(e.target.className); if (m) press(m[1]); });</script>`,
    targets: 'prev next',
    shows: { prev: /"carousel prev"\?/, next: /next/ },
  },
  {
    name: 'close crosses of chips',
    html: `<style>.chip { display: inline-block; padding: 4px 8px; background: #def; margin: 4px } .x { margin-left: 6px }</style>${repeat(3, (i) => `<span class="chip">${['red wine', 'bread', 'olives'][i]}<span class="x" onclick="press('x${i}')">×</span></span>`)}`,
    targets: 'x0 x1 x2',
    shows: { x0: /×/ },
  },
  {
    name: 'image map without links',
    html: `<img src="/m.png" usemap="#m" width="200" height="100" style="background:#ddd"><map name="m"><area shape="rect" coords="0,0,90,100" onclick="press('west')" title="West"><area shape="circle" coords="150,50,40" onclick="press('east')" alt="East"></map>`,
    targets: 'west east',
    shows: { west: /West/, east: /East/ },
  },
  {
    name: 'a swatch inside a labelled row',
    html: `<style>.sw { display: inline-block; width: 24px; height: 24px; vertical-align: middle }</style>${repeat(3, (i) => `<p>${['Roof', 'Wall', 'Door'][i]} <span class="sw" style="background:${['maroon', 'white', 'olive'][i]};border:1px solid #000" onclick="press('${['Roof', 'Wall', 'Door'][i]}')"></span></p>`)}`,
    targets: 'Roof Wall Door',
    shows: { Roof: /"Roof"\?.*(?:red|brown)/, Wall: /white/ },
  },
];
