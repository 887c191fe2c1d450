import type { LanguageWords } from './word-groups.js';

export const english: LanguageWords = {
  send: `send*|*send message/mail/email/reply/money/invitation/invitations/invite/invites/request*|reply and send|submit application/request/claim/ticket/message/inquiry/enquiry*
    |invite|invite member/members/people/user/users/friends/guests*|subscribe*|unsubscribe*|notify all/everyone/members/users*|message seller/host/owner|contact seller/host|forward message/email`,
  pay: `pay*|*pay now*|buy|buy again|buy now*|buy with*|buy for|buy item/items/ticket/tickets|purchase|purchase now/ticket/tickets/item/items/for*|order|order now*|order and pay*|order with*
    |*place/submit/confirm/complete/finish/finalize/finalise/send order/purchase/payment/transfer/booking/reservation/donation/bid*|*place bid*|bid now|*confirm and pay/buy*|*agree and pay/buy*
    |*check out and pay*|*checkout and pay*|make payment*|authorize/authorise payment*|donate*|transfer|transfer now/money/funds*|withdraw|withdraw money/funds*|send payment|rent now*|reserve|reserve now*|book|book now*
    |start membership/subscription*|start free trial*|renew subscription/now*|top up|add funds`,
  delete: `delete*|*delete*|remove*|discard|discard all/changes/draft/message/drafts*|erase*|*clear data/history/database/storage/log/logs/inbox*|clear all data*|purge*|destroy*|revoke*|terminate*|cancel order/orders/subscription/membership/booking/reservation/plan/account/appointment/payment*
    |end subscription/membership*|drop table/database/column*|truncate*|block user|ban|ban user|kick|leave group/team/organization/organisation|withdraw application/request|void invoice*|reject application/request*`,
  erase: `*delete permanently*|*permanently delete*|*delete forever*|*permanently remove*|*delete/close/deactivate/terminate/erase/remove account/profile/repository/project/database/disk/partition/workspace/organization/organisation/team/server/volume/bucket/cluster/site*
    |*empty trash/bin*|*empty recycle bin*|move to trash/bin/recycle bin|*destroy server/droplet/instance/database/cluster*|overwrite|replace|replace file/existing*|format disk/drive/partition/volume/card/usb*|wipe*|factory reset*|reset to factory*|drop database*`,
  publish: `publish*|*publish now*|post|post comment/reply/message/tweet/review/answer/status/update/now/it/to/publicly/job/ad/listing*|tweet|tweet all|submit review/comment/answer/post/listing*|make public*|*go live*|share publicly*|share with everyone|deploy*|release|release now|merge|merge pull*|confirm merge|squash and merge|transfer ownership*|broadcast*`,
  system: `install*|uninstall*|shut down*|shutdown*|power off*|reboot*|restart server/computer/machine/service/device*`,
  script: `*run script/command/query/code*|execute*|run as administrator`,
  terms: `*accept/agree terms/licence/license/agreement/conditions/eula/contract*|*agree to terms/licence/license/agreement/conditions/eula/contract*|*accept all terms*|*agree to all terms*|sign|sign contract/document/agreement*|e sign|accept offer/quote/contract/invitation/proposal*|approve*`,
  credentials: `change/reset/update/set password*|create/generate/regenerate/rotate/roll token/key/secret/api*|grant*|authorize|authorise|authorize/authorise app/access/application*|allow access|give access*|make admin/owner/administrator*|disable two/2fa/mfa*|turn off two*`,
  signOut: `sign/log out|sign/log off|signout|logout|logoff|*sign/log out everywhere*|*sign/log out of all*|sign/log out of*`,
  download: `download*|export|export to/as/all/data*`,
  upload: `upload*`,
  harmless: `filter|filters|search|searches|selection|sort|sorting|facet|facets|highlight|highlights|highlighting|formatting|tag|tags|chip|keyword|keywords|cart|basket|bag|wishlist|favorites|favourites|watchlist|comparison|compare|from view|from list|hyperlink|indent|suggestion|suggestions`,
  noun: `pay stub/stubs/slip/slips/rate/rates/period/grade/scale/history|publish date/time|order by/details/number/history/status/summary/tracking/date|install guide|download center/centre|transfer history/rules|delete key|removed|send time/date`,
  topic: `how|why|what|when|where|who|which|about|learn|guide|help|can|should|tips|introduction|undo|restore|recently|view|show|see|open`,
};
