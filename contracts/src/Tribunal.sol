// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";

/// The arbiters as one arbiter: `threshold` members, two at least, sign the vote itself, so that a hardware wallet shows the trade
/// and the number and not a hash. Members change by the signatures of as many members, from 48 hours until nine days after these are published.
contract Tribunal is IERC1271, EIP712("Sarraf Tribunal", "1") {
    /// `leaving` or `joining` is zero where a member only joins or only leaves.
    struct Change {
        address leaving;
        address joining;
        uint256 threshold;
        uint256 nonce;
    }

    uint256 public constant DELAY = 48 hours;
    /// After it, an announced change is void: no old one takes effect on trades that began since.
    uint256 public constant LASTS = 7 days;
    bytes32 public constant CHANGE_TYPEHASH =
        keccak256("Change(address leaving,address joining,uint256 threshold,uint256 nonce)");
    bytes32 public constant WITHDRAWAL_TYPEHASH = keccak256("Withdrawal(uint256 nonce)");
    bytes4 private constant INVALID = 0xffffffff;

    uint256 public threshold;
    uint256 public memberCount;
    mapping(address key => bool) public isMember;
    /// The number that the next change or withdrawal has to be signed with.
    uint256 public nonce;
    /// The struct hash of the change that is announced, and when it can be carried out.
    bytes32 public announced;
    uint256 public readyAt;

    event Announced(address leaving, address joining, uint256 threshold, uint256 readyAt);
    event Withdrawn();
    event Changed(address leaving, address joining, uint256 threshold);

    error BadMembers();
    error BadSignatures();
    error BadConsent();
    error BadNonce();
    error NotAnnounced();
    error TooEarly();
    error TooLate();

    constructor(address[] memory members, uint256 threshold_) {
        for (uint256 i; i < members.length; ++i) _join(members[i]);
        _setThreshold(threshold_);
    }

    /// `signatures`: one of each of exactly `threshold` members, in ascending order of their addresses.
    function isValidSignature(bytes32 digest, bytes calldata signatures) external view returns (bytes4) {
        return _isSigned(digest, signatures) ? IERC1271.isValidSignature.selector : INVALID;
    }

    /// Replaces a change that was announced before. `consent` is the signature of the key that joins, so that no key is a member
    /// without its holder's will; empty where none joins.
    function announce(Change calldata change, bytes calldata signatures, bytes calldata consent) external {
        bytes32 structHash = _hashOf(change);
        bytes32 digest = _hashTypedDataV4(structHash);
        _useNonce(change.nonce);
        if (!_isSigned(digest, signatures)) revert BadSignatures();
        if (change.joining != address(0)) {
            (address signer, , ) = ECDSA.tryRecoverCalldata(digest, consent);
            if (signer != change.joining) revert BadConsent();
        }
        announced = structHash;
        readyAt = block.timestamp + DELAY;
        emit Announced(change.leaving, change.joining, change.threshold, readyAt);
    }

    /// Also voids a change that is signed with this number and not announced.
    function withdraw(uint256 nonce_, bytes calldata signatures) external {
        _useNonce(nonce_);
        bytes32 digest = _hashTypedDataV4(keccak256(abi.encode(WITHDRAWAL_TYPEHASH, nonce_)));
        if (!_isSigned(digest, signatures)) revert BadSignatures();
        announced = 0;
        emit Withdrawn();
    }

    function carryOut(Change calldata change) external {
        if (announced == 0 || announced != _hashOf(change)) revert NotAnnounced();
        if (block.timestamp < readyAt) revert TooEarly();
        if (block.timestamp > readyAt + LASTS) revert TooLate();
        announced = 0;
        if (change.leaving != address(0)) {
            if (!isMember[change.leaving]) revert BadMembers();
            isMember[change.leaving] = false;
            memberCount--;
        }
        if (change.joining != address(0)) _join(change.joining);
        _setThreshold(change.threshold);
        emit Changed(change.leaving, change.joining, change.threshold);
    }

    function _join(address key) private {
        if (key == address(0) || isMember[key]) revert BadMembers();
        isMember[key] = true;
        memberCount++;
    }

    function _setThreshold(uint256 threshold_) private {
        if (threshold_ < 2 || threshold_ > memberCount) revert BadMembers();
        threshold = threshold_;
    }

    function _useNonce(uint256 nonce_) private {
        if (nonce_ != nonce) revert BadNonce();
        nonce++;
    }

    function _hashOf(Change calldata change) private pure returns (bytes32) {
        return keccak256(abi.encode(CHANGE_TYPEHASH, change));
    }

    /// Ascending, so that no member counts twice.
    function _isSigned(bytes32 digest, bytes calldata signatures) private view returns (bool) {
        uint256 count = threshold;
        if (signatures.length != count * 65) return false;
        address last;
        for (uint256 i; i < count; ++i) {
            (address signer, , ) = ECDSA.tryRecoverCalldata(digest, signatures[i * 65:(i + 1) * 65]);
            if (signer <= last || !isMember[signer]) return false;
            last = signer;
        }
        return true;
    }
}
