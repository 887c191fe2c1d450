import type { LanguageWords } from './word-groups.js';

export const french: LanguageWords = {
  send: `envoyer*|*envoyer|inviter*|s abonner*|se désabonner*|soumettre demande/candidature*|transférer message*`,
  pay: `acheter|acheter maintenant*|acheter pour|commander|commander et payer*|payer*|*passer commande*|*confirmer/valider/finaliser commande/achat/paiement/réservation*|*procéder au paiement|*effectuer paiement/virement*|virer|réserver|réserver maintenant*|faire don|donner|*enchérir|*commande avec obligation de paiement*|souscrire*`,
  delete: `supprimer*|effacer*|retirer*|*supprimer|annuler commande/abonnement/réservation*|résilier*|rejeter|refuser demande`,
  erase: `*supprimer définitivement*|*supprimer/fermer/clôturer compte/profil/projet*|*vider corbeille*|mettre à corbeille|*dans corbeille*|*à corbeille*|écraser|remplacer|formater*`,
  publish: `publier*|poster|poster commentaire/message*|tweeter|rendre public*|mettre en ligne*`,
  system: `installer*|désinstaller*|éteindre*|redémarrer*|exécuter*`,
  terms: `*accepter conditions/termes/contrat/licence/cgu/cgv*|*accepte conditions/termes/cgu/cgv*|signer*|approuver*`,
  credentials: `*changer/modifier/réinitialiser mot passe*|autoriser|autoriser accès*|accorder*`,
  signOut: `se déconnecter|déconnexion|me déconnecter`,
  download: `télécharger*|exporter*`,
  upload: `téléverser*|importer fichier*`,
  harmless: `filtre|filtres|recherche|sélection|tri|panier|favoris|liste envies|comparaison|affichage|étiquette|mot clé`,
  topic: `comment|pourquoi|quand|quoi|aide|à propos|quel|quelle`,
};

export const spanish: LanguageWords = {
  send: `enviar*|*enviar|envía*|invitar*|suscribirse*|suscríbete*|presentar solicitud*|reenviar mensaje*`,
  pay: `comprar|comprar ya/por/con*|pagar*|*pagar|*realizar/hacer/confirmar/finalizar/completar/tramitar pedido/compra/pago/reserva/transferencia*|transferir*|reservar|reservar ya*|donar*|pujar|encargar|contratar*`,
  delete: `eliminar*|borrar*|quitar*|suprimir*|*eliminar|cancelar pedido/suscripción/reserva/cuenta/cita*|anular*|descartar|revocar*|rechazar solicitud`,
  erase: `*eliminar/borrar permanentemente/definitivamente*|*eliminar/borrar/cerrar cuenta/perfil/proyecto*|*vaciar papelera*|mover a papelera|sobrescribir|reemplazar|remplazar|formatear*`,
  publish: `publicar*|*publicar|postear|tuitear|hacer público*`,
  system: `instalar*|desinstalar*|apagar|apagar equipo*|reiniciar*|ejecutar*`,
  terms: `*aceptar/acepto términos/condiciones/contrato/licencia*|firmar*|aprobar*`,
  credentials: `*cambiar/restablecer contraseña*|autorizar*|conceder acceso*`,
  signOut: `cerrar sesión|desconectarse`,
  download: `descargar*|exportar*`,
  upload: `subir archivo/fichero*`,
  harmless: `filtro|filtros|búsqueda|selección|ordenación|carrito|cesta|favoritos|lista deseos|comparación|vista|etiqueta`,
  topic: `cómo|por qué|qué|cuándo|ayuda|sobre|acerca`,
};

export const italian: LanguageWords = {
  send: `invia*|inviare*|spedisci*|invita*|iscriviti alla newsletter|inoltra messaggio*`,
  pay: `acquista|acquista con/per*|compra|compra con/per*|ordina|ordina e paga*|paga*|pagare*|*conferma/invia/completa/effettua/concludi ordine/acquisto/pagamento/prenotazione/bonifico*|trasferisci*|prenota|prenota subito*|dona*|*fai offerta*`,
  delete: `elimina*|cancella*|rimuovi*|annulla ordine/abbonamento/prenotazione*|disdici*|scarta|revoca*|*elimina`,
  erase: `*elimina/cancella definitivamente*|*elimina/chiudi/cancella account/profilo/progetto*|*svuota cestino*|sposta nel cestino|sovrascrivi|sostituisci|formatta*`,
  publish: `pubblica*|posta|twitta|rendi pubblico*`,
  system: `installa*|disinstalla*|spegni*|riavvia*|esegui*`,
  terms: `*accetta/accetto termini/condizioni/contratto/licenza*|firma*|approva*`,
  credentials: `*cambia/reimposta/modifica password*|autorizza*|concedi*`,
  signOut: `esci|disconnetti|disconnettiti`,
  download: `scarica*|esporta*`,
  upload: `carica file*`,
  harmless: `filtro|filtri|ricerca|selezione|ordinamento|carrello|preferiti|lista desideri|confronto|vista|etichetta`,
  topic: `come|perché|cosa|quando|aiuto|informazioni`,
};

export const portuguese: LanguageWords = {
  send: `enviar*|*enviar|envie*|convidar*|inscrever se*|assinar newsletter|encaminhar mensagem*`,
  pay: `comprar|comprar já/por/com*|pagar*|*pagar|encomendar|*fazer/finalizar/confirmar/concluir pedido/compra/pagamento/encomenda/reserva/transferência*|transferir*|reservar|doar*|contratar*`,
  delete: `excluir*|eliminar*|apagar*|remover*|*excluir|cancelar pedido/assinatura/reserva/conta*|descartar|revogar*|recusar pedido`,
  erase: `*excluir/eliminar/apagar permanentemente/definitivamente*|*excluir/encerrar/apagar conta/perfil/projeto*|*esvaziar lixeira*|*esvaziar lixo*|*mover para lixeira*|sobrescrever|substituir|formatar*`,
  publish: `publicar*|postar*|tweetar|tornar público*`,
  system: `instalar*|desinstalar*|desligar*|reiniciar*|executar*`,
  terms: `*aceitar/aceito/concordo termos/condições/contrato/licença*|*concordo com termos/condições*|assinar contrato|aprovar*`,
  credentials: `*alterar/redefinir/mudar senha*|autorizar*|conceder acesso*`,
  signOut: `sair|terminar sessão|encerrar sessão`,
  download: `baixar*|transferir ficheiro|exportar*`,
  upload: `carregar arquivo/ficheiro*|enviar arquivo`,
  harmless: `filtro|filtros|busca|pesquisa|seleção|ordenação|carrinho|favoritos|lista desejos|comparação|vista|etiqueta`,
  topic: `como|por que|porquê|que|quando|ajuda|sobre`,
};

export const romanian: LanguageWords = {
  send: `trimite*|trimiteți*|invită*|abonează*|expediază*`,
  pay: `cumpără|cumpără acum*|plătește*|plătiți*|comandă|comandă acum*|*finalizează/confirmă/plasează/trimite comanda/plata/achiziția/rezervarea*|*plasează comandă*|transferă*|rezervă*|donează*`,
  delete: `șterge*|ştergeți*|ștergeți*|elimină*|anulează comanda/abonamentul/rezervarea*|renunță la abonament|respinge*`,
  erase: `*șterge definitiv*|*șterge permanent*|*șterge/închide contul/cont/proiectul*|*golește coșul gunoi*|*golește coșul*|suprascrie|înlocuiește|formatează*`,
  publish: `publică*|publicați*|postează*`,
  system: `instalează*|instalați*|dezinstalează*|oprește calculatorul|repornește*`,
  terms: `*acceptă/accept/acceptați termenii/condițiile/contractul/licența*|*agree cu termenii*|semnează*|aprobă*`,
  credentials: `*schimbă/resetează parola*|autorizează*`,
  signOut: `deconectare|deconectează te|ieșire din cont`,
  download: `descarcă*|exportă*`,
  upload: `încarcă fișier*`,
  harmless: `filtru|filtrul|filtrele|căutare|căutarea|selecția|sortarea|coș|favorite|vizualizare`,
  topic: `cum|ce|când|ajutor|despre`,
};
