export const article = `<!doctype html><title>Moss</title>
<header><a href="/">Home</a><nav><a href="/a">Plants</a><a href="/b">Soil</a><a href="/c">Water</a></nav></header>
<main><h1>On <em>moss</em></h1>
<p>Moss grows <strong>slowly</strong>, says <a href="/ferns">the fern page</a>.<br>It needs <code>H2O</code>.</p>
<h2>Kinds</h2><ul><li>Sheet<ul><li>Carpet</li></ul></li><li>Cushion</li></ul><ol start="3"><li>Three</li><li>Four</li></ol>
<blockquote><p>Soft underfoot.</p></blockquote>
<pre><code class="language-js">let moss = 1;
  grow(moss);</code></pre>
<table><caption>Growth</caption><thead><tr><th>Kind</th><th>mm</th></tr></thead><tbody><tr><td>Sheet</td><td>4</td></tr></tbody></table>
<img alt="A green stone" src="/stone.png" width="40" height="40"><p hidden>Not to be seen</p>
<aside><p>Buy our newsletter</p></aside></main>
<footer><p>All rights reserved</p></footer>`;

export const blog = `<!doctype html><title>Blog</title><div id="top"><ul class="menu"><li><a href="/1">One</a></li><li><a href="/2">Two</a></li><li><a href="/3">Three</a></li><li><a href="/4">Four</a></li></ul></div>
<div class="page"><div class="post"><h1>A day out</h1>${'<p>We walked along the river for a long while and saw herons, otters and a very old mill that still turns.</p>'.repeat(5)}</div>
<div class="sidebar"><a href="/x">Archive</a> <a href="/y">Tags</a> <a href="/z">Feed</a></div></div><div class="footer"><a href="/i">Imprint</a> <a href="/p">Privacy</a></div>`;

export const hidden = `<!doctype html><title>Hidden</title><style>.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0) }</style>
<p>Seen</p><p style="display: none">none</p><p style="visibility: hidden">vis <span style="visibility: visible">again</span></p>
<p style="opacity: 0">ghost</p><p style="font-size: 0">tiny</p><p style="position: absolute; left: -9999px">away</p><span class="sr">spoken</span>
<div style="height: 0; overflow: hidden">shut</div><details><summary>More</summary>folded</details><template>stamp</template><noscript>old</noscript>
<script>/* code */</script><style>/* rule */</style><!-- comment --><input type="hidden" value="token"><p style="text-transform: uppercase">loud</p>
<label>Name <input value="Ada"></label><label>Key <input id="key" type="password" value="s3cret"></label>
<select><option>Red<option selected>Blue</select><textarea>Line one</textarea><table><tr><td>A<td>B</table>`;

export const frames = `<!doctype html><title>Frames</title><p>Before</p><iframe src="/inner" width="300" height="120"></iframe><p>Between</p>
<iframe src="{{other}}/far" width="300" height="120"></iframe><p>After</p><x-card></x-card>
<script>customElements.define('x-card', class extends HTMLElement { connectedCallback() {
  this.attachShadow({ mode: 'open' }).innerHTML = '<b>Shadow words</b><button class="go" onclick="log(&quot;shadow&quot;)">Go</button>' } });
  function log(what) { fetch('/log?' + what) }</script>`;

export const folded = `<!doctype html><title>Folded</title><main><h1>Questions</h1>
<h3><button aria-expanded="false">How long?</button></h3><div hidden>Long</div><h3><button aria-expanded="false">How much?</button></h3>
<dl><dt><button>Where?</button></dt><dd>Here</dd></dl><p>Some <span hidden>unsaid</span>words</p>
<p><label for="rules">I accept the rules</label></p><div id="far">Send me news</div><p>Choose:</p>
<div><input type="checkbox" id="rules"><button>Go</button></div><div><input type="checkbox" checked aria-labelledby="far"></div>
<div><input type="checkbox" id="near"> <label for="near">Near</label></div><label><input type="radio" checked> Inside</label>
<button role="switch" aria-checked="true" aria-label="Lights">On</button><y-panel name-word="One"></y-panel><y-panel name-word="Two"></y-panel></main>
<script>customElements.define('y-field', class extends HTMLElement { connectedCallback() {
  this.attachShadow({ mode: 'open' }).innerHTML = '<style>label { display: block }</style><label for="i">Name</label><input id="i" value="' + this.getAttribute('value') + '">' } });
customElements.define('y-panel', class extends HTMLElement { connectedCallback() { const word = this.getAttribute('name-word');
  this.attachShadow({ mode: 'open' }).innerHTML = '<section><h2>' + word + '</h2><y-field value="value of ' + word + '"></y-field> <y-field value="more"></y-field><p>End of ' + word + '</p></section>' } });</script>`;

export const inner = `<p>Inner words</p><button class="go" onclick="fetch('/log?inner')">Go</button><dl><dt>Depth</dt><dd>1</dd></dl>`;

export const far = `<p>Far words</p><button class="go" onclick="fetch('/log?far')">Go</button>`;

export const dialog = `<p>Press a key</p><script>onkeydown = () => alert('Stop')</script>`;

export const hang = `<p>Press a key</p><script>setTimeout(() => { for (;;); }, 1_500)</script>`;
